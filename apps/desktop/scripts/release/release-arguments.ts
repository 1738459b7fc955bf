import { Command, CommanderError } from 'commander';
import { ReleaseError } from './release-error.ts';

/** What was requested: a release, or only the help. */
export type ReleaseInvocation =
  | { version: string; notes: string; isUnsignedAllowed: boolean; folder: string | undefined }
  | { help: string };

/**
 * Parses the arguments after the script's name. Doesn't check whether the version can be released. Throws
 * `ReleaseError`.
 */
export function parseReleaseArguments(argv: readonly string[]): ReleaseInvocation {
  let help = '';
  const command = new Command('npm run release --')
    .description(
      'Makes a release of the Mac app: image, archive for the updater, their checksums, and the files that name them.',
    )
    .argument('<version>', 'such as 0.6.0 or 1.0.0-beta.2')
    .option('--notes <text>', 'what is new, in a sentence or two for users', '')
    .option(
      '--unsigned',
      'publish the image although it is not signed and notarized; updaters are not told of it',
      false,
    )
    .option('--into <folder>', "the folder that the server reads; the repository's releases/ without it")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        help += text;
      },
      writeErr: () => {},
      getOutHelpWidth: () => 100,
    });
  try {
    command.parse(argv, { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { help };
    throw new ReleaseError(`${error.message.replace(/^error: /, '')}. npm run release -- --help lists the options.`);
  }
  const { notes, unsigned, into } = command.opts<{ notes: string; unsigned: boolean; into?: string }>();
  return { version: command.args[0]!, notes, isUnsignedAllowed: unsigned, folder: into };
}
