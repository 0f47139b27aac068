/** Payloads as GitHub and Gitea send them, cut to the fields that matter, with any field changed. */
type Payload = Readonly<Record<string, unknown>>;

export const aiBot = { id: 777, login: 'AIBot' };
export const person = { id: 1001, login: 'ada' };
export const headSha = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';

export function githubAccount(
  account: { readonly id: number; readonly login: string },
  type = 'User',
): Payload {
  return { ...account, node_id: `N_${account.id}`, type };
}

export function giteaAccount(account: { readonly id: number; readonly login: string }): Payload {
  return { ...account, login_name: '', full_name: '', username: account.login };
}

/** A comment on a pull request; `comment` and `top` replace fields. */
export function githubComment(body: string, comment: Payload = {}, top: Payload = {}): Payload {
  const user = comment['user'] === undefined ? githubAccount(person) : comment['user'];
  return {
    action: 'created',
    issue: {
      number: 7,
      title: 'A change',
      user: githubAccount(person),
      author_association: 'OWNER',
      pull_request: {},
    },
    comment: { id: 1, body, author_association: 'MEMBER', performed_via_github_app: null, ...comment, user },
    sender: user ?? githubAccount(person),
    ...top,
  };
}

export function giteaComment(body: string, comment: Payload = {}, top: Payload = {}): Payload {
  const user = comment['user'] === undefined ? giteaAccount(person) : comment['user'];
  return {
    action: 'created',
    issue: { number: 7, title: 'A change', user: giteaAccount(person) },
    pull_request: { number: 7, head: { ref: 'topic', sha: headSha } },
    comment: { id: 1, body, ...comment, user },
    repository: {},
    sender: user,
    is_pull: true,
    ...top,
  };
}
