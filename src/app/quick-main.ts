/**
 * The program for a ledger command, which is over in a moment: its operations, its questions and what they need, in one
 * script without anything else. Commands that are neither start the whole program in its place.
 */
import { extraCommandTexts } from './extra-command-texts.ts';
import { runProgram } from './run-program.ts';

/** `bin/fixpoint.js` gives it to the script. The whole program reads the same command line and ends the process. */
declare function startWhole(): Promise<never>;

void runProgram(extraCommandTexts.map((text) => ({ ...text, run: startWhole })));
