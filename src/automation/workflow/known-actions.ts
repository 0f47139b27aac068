/** What widely used actions write. The names of the inputs are those of the actions' own descriptions. */
import type { WriteKind } from './write.ts';

export interface KnownAction {
  readonly kind: WriteKind;
  readonly token: readonly string[];
  readonly body?: string;
  readonly title?: string;
  readonly target?: string;
  /** Where it goes when that input is not given. */
  readonly usualTarget?: string;
  /** True, or the input that makes it change what is there; with `!` the input that must be absent. */
  readonly upserts?: boolean | string;
  /** The input without which it does not do this. */
  readonly onlyWith?: string;
  /** It pushes with what the checkout left behind unless a token is given. */
  readonly pushesByCheckout?: boolean;
  /** It commits only when there is something to commit. */
  readonly needsDifference?: boolean;
}

const comment = (token: string, body: string, upserts: boolean | string = false): KnownAction => ({
  kind: 'comment',
  token: [token],
  body,
  upserts,
});

const release = (token: string): KnownAction => ({
  kind: 'release',
  token: [token, 'github_token'],
  upserts: true,
});

export const knownActions: ReadonlyMap<string, KnownAction> = new Map([
  ['peter-evans/create-or-update-comment', comment('token', 'body', 'comment-id')],
  ['thollander/actions-comment-pull-request', comment('github-token', 'message', 'comment-tag')],
  ['marocchino/sticky-pull-request-comment', comment('GITHUB_TOKEN', 'message', true)],
  ['mshick/add-pr-comment', comment('repo-token', 'message', true)],
  ['unsplash/comment-on-pr', comment('GITHUB_TOKEN', 'msg', true)],
  ['actions-cool/maintain-one-comment', comment('token', 'body', true)],
  ['jungwinter/comment', comment('token', 'body', 'comment_id')],
  ['JasonEtco/create-an-issue', { kind: 'issue', token: ['GITHUB_TOKEN'], upserts: 'update_existing' }],
  [
    'peter-evans/create-issue-from-file',
    { kind: 'issue', token: ['token'], title: 'title', upserts: 'issue-number' },
  ],
  ['dacbd/create-issue-action', { kind: 'issue', token: ['token'], title: 'title', body: 'body' }],
  [
    'imjohnbo/issue-bot',
    { kind: 'issue', token: ['token'], title: 'title', body: 'body', upserts: 'close-previous' },
  ],
  [
    'peter-evans/create-pull-request',
    {
      kind: 'pull-request',
      token: ['token'],
      title: 'title',
      body: 'body',
      target: 'branch',
      upserts: true,
      needsDifference: true,
    },
  ],
  [
    'repo-sync/pull-request',
    { kind: 'pull-request', token: ['github_token'], title: 'pr_title', upserts: true },
  ],
  [
    'stefanzweifel/git-auto-commit-action',
    {
      kind: 'push',
      token: ['token'],
      body: 'commit_message',
      target: 'branch',
      needsDifference: true,
      pushesByCheckout: true,
    },
  ],
  [
    'EndBug/add-and-commit',
    {
      kind: 'push',
      token: ['github_token'],
      body: 'message',
      target: 'new_branch',
      needsDifference: true,
      pushesByCheckout: true,
    },
  ],
  ['ad-m/github-push-action', { kind: 'push', token: ['github_token'], target: 'branch' }],
  [
    'peaceiris/actions-gh-pages',
    {
      kind: 'push',
      token: ['personal_token', 'github_token'],
      target: 'publish_branch',
      usualTarget: 'gh-pages',
      needsDifference: true,
    },
  ],
  [
    'JamesIves/github-pages-deploy-action',
    { kind: 'push', token: ['token'], target: 'branch', usualTarget: 'gh-pages', needsDifference: true },
  ],
  ['softprops/action-gh-release', release('token')],
  ['ncipollo/release-action', release('token')],
  ['actions/create-release', release('GITHUB_TOKEN')],
  ['marvinpinto/action-automatic-releases', release('repo_token')],
  [
    'peter-evans/repository-dispatch',
    { kind: 'dispatch-repository', token: ['token'], target: 'event-type' },
  ],
  ['benc-uk/workflow-dispatch', { kind: 'dispatch-workflow', token: ['token'], target: 'workflow' }],
  ['actions-ecosystem/action-add-labels', { kind: 'label', token: ['github_token'] }],
  [
    'pypa/gh-action-pypi-publish',
    { kind: 'publish', token: [], target: 'repository-url', upserts: 'skip-existing' },
  ],
  ['JS-DevTools/npm-publish', { kind: 'publish', token: [], target: 'registry', upserts: true }],
  ['cycjimmy/semantic-release-action', { kind: 'publish', token: ['GITHUB_TOKEN'] }],
  ['changesets/action', { kind: 'publish', token: ['GITHUB_TOKEN'], onlyWith: 'publish' }],
  ['goreleaser/goreleaser-action', { kind: 'publish', token: ['GITHUB_TOKEN'] }],
]);

const byLowerName = new Map([...knownActions].map(([name, action]) => [name.toLowerCase(), action]));

/** The action of `owner/name@version`, without its version. */
export function actionName(uses: string): string {
  return (uses.split('@')[0] ?? uses).trim();
}

export function findKnownAction(uses: string): KnownAction | undefined {
  return byLowerName.get(actionName(uses).toLowerCase());
}
