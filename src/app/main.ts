/** The whole program: every command, the code of each loaded only when it runs. */
import { extraCommands } from './extra-commands.ts';
import { runProgram } from './run-program.ts';

await runProgram(extraCommands);
