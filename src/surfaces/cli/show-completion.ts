/** Completion scripts, generated from the same descriptions as help. Nothing in them comes from data. */
import { type CliWorld, UsageError } from './cli-world.ts';
import {
  type CommandShape,
  flagKindsOf,
  listOperations,
  shapeOfOperation,
  shapeOfQuery,
} from './command-shape.ts';
import { listCommandNames } from './own-commands.ts';
import { suggestName } from '../suggest-name.ts';

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
type Shell = keyof typeof scripts;

/** `fixpoint completion bash|zsh|fish`; returns the exit code. */
export function showCompletion(args: readonly string[], world: CliWorld): number {
  const [shell = ''] = args;
  const shells = Object.keys(scripts);
  if (args.length !== 1 || !isShell(shell)) {
    throw new UsageError(`completion takes one of ${shells.join(', ')}.${suggestName(shell, shells)}`);
  }
  const shapes = [
    ...listOperations(world.operations).map(shapeOfOperation),
    ...world.queries.map(shapeOfQuery),
  ];
  world.stdout.write(scripts[shell]({ names: listCommandNames(world), shapes }));
  return 0;
}

interface Completed {
  readonly names: readonly string[];
  /** Commands whose flags are known. */
  readonly shapes: readonly CommandShape[];
}

function isShell(text: string): text is Shell {
  return Object.hasOwn(scripts, text);
}

function flagsOf(shape: CommandShape): readonly string[] {
  return [...flagKindsOf(shape).keys()];
}

/** One `case` line per command: its flags. Used by bash and zsh. */
function caseLines(shapes: readonly CommandShape[]): string {
  return shapes
    .map((shape) => {
      const flags = flagsOf(shape).map((name) => `--${name}`);
      return `    ${shape.name}) choices='${flags.join(' ')}' ;;\n`;
    })
    .join('');
}

function bashScript({ names, shapes }: Completed): string {
  return `# Put this into a file that bash reads, or: source <(fixpoint completion bash)
_fixpoint() {
  local choices=''
  if [ "$COMP_CWORD" -eq 1 ]; then choices='${names.join(' ')}'
  else case "\${COMP_WORDS[1]}" in
    help) choices='${names.join(' ')}' ;;
${caseLines(shapes)}  esac; fi
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _fixpoint fixpoint
`;
}

function zshScript({ names, shapes }: Completed): string {
  return `#compdef fixpoint
# Put this into a file _fixpoint on your fpath, or: source <(fixpoint completion zsh)
_fixpoint() {
  local choices=''
  if (( CURRENT == 2 )); then choices='${names.join(' ')}'
  else case "$words[2]" in
    help) choices='${names.join(' ')}' ;;
${caseLines(shapes)}  esac; fi
  compadd -- \${=choices}
  (( CURRENT == 2 )) || _files
}
compdef _fixpoint fixpoint
`;
}

function fishScript({ names, shapes }: Completed): string {
  const lines = shapes.flatMap((shape) =>
    flagsOf(shape).map(
      (name) => `complete -c fixpoint -n '__fish_seen_subcommand_from ${shape.name}' -l ${name}\n`,
    ),
  );
  return `# Put this into ~/.config/fish/completions/fixpoint.fish
complete -c fixpoint -n __fish_use_subcommand -f -a '${names.join(' ')}'
complete -c fixpoint -n '__fish_seen_subcommand_from help' -f -a '${names.join(' ')}'
${lines.join('')}`;
}
