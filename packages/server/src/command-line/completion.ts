import { Argument, Command } from 'commander';
import type { CommandLine } from './operation-command.ts';

const SHELLS = ['bash', 'zsh', 'fish'] as const;

/** Prints a script that completes commands and options, generated from the commands. */
export function completionCommand({ write }: CommandLine): Command {
  return new Command('completion')
    .description('Print a script that completes commands and options in a shell.')
    .addArgument(new Argument('<shell>').choices(SHELLS))
    .addHelpText(
      'after',
      `
bash: source <(tillgate completion bash)
zsh:  source <(tillgate completion zsh)
fish: tillgate completion fish | source`,
    )
    .action(function complete(this: Command, shell: (typeof SHELLS)[number]) {
      const places = placesOf(this.parent as Command, 'tillgate');
      write(shell === 'fish' ? fishScript(places) : bashScript(places, shell));
    });
}

interface Word {
  readonly word: string;
  readonly description: string;
}

/** A command by its path, such as `tillgate app create`, with its subcommands and options. */
interface Place {
  readonly path: string;
  readonly commands: readonly Word[];
  readonly options: readonly Word[];
}

function placesOf(command: Command, path: string): Place[] {
  const commands = command.commands.map((child) => ({ word: child.name(), description: child.description() }));
  const options = command.options.map(({ long, description }) => ({ word: long ?? '', description }));
  const place = { path, commands, options: [...options, { word: '--help', description: 'display help for command' }] };
  return [place, ...command.commands.flatMap((child) => placesOf(child, `${path} ${child.name()}`))];
}

const HEAD = { bash: '', zsh: 'autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n' };

/** Script for bash, which zsh runs through bashcompinit. */
function bashScript(places: readonly Place[], shell: 'bash' | 'zsh'): string {
  const inner = places.slice(1).map(({ path }) => `'${path}'`);
  const cases = places.map(
    ({ path, commands, options }) =>
      `    '${path}') words='${[...commands, ...options].map(({ word }) => word).join(' ')}' ;;`,
  );
  return `${HEAD[shell]}_tillgate() {
  local word words= path=tillgate
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
      ${inner.join('|')}) path="$path $word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _tillgate tillgate
`;
}

function fishScript(places: readonly Place[]): string {
  const inner = places.slice(1).map(({ path }) => `'${path}'`);
  const lines = places.flatMap(({ path, commands, options }) => {
    const at = `complete -c tillgate -n '__tillgate_at ${path}'`;
    return [
      ...commands.map(({ word, description }) => `${at} -f -a ${word} -d ${quoted(description)}`),
      ...options.map(({ word, description }) => `${at} -l ${word.slice(2)} -d ${quoted(description)}`),
    ];
  });
  return `function __tillgate_at
  set -l path tillgate
  for word in (commandline -opc)[2..]
    switch "$path $word"
      case ${inner.join(' ')}
        set path "$path $word"
    end
  end
  test "$path" = "$argv"
end
${lines.join('\n')}
`;
}

const quoted = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
