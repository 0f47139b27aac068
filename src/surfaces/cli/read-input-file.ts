import { type CliWorld, UsageError } from './cli-world.ts';

/** The text of a file that the command line names, or of standard input for `-`. Throws `UsageError`. */
export async function readInputFile(file: string, world: CliWorld): Promise<string> {
  try {
    return await world.readText(file);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file === '-' ? 'Standard input' : file} cannot be read: ${reason}`);
  }
}
