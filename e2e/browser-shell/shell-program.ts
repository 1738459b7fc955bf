// A program that opens a shell, shows something in its HUD, and closes it when asked to quit.
import { openLinuxPlatform } from '@workspace/desktop/browser/linux-platform';
import { LISTENING } from '../windows/listening-view.ts';

const { DISPLAY: display } = process.env;
const [home = '', windowsFolder = '', text = ''] = process.argv.slice(2);
const shell = await openLinuxPlatform({
  home,
  windowsFolder,
  display,
  environment: process.env,
  onLost: (reason) => {
    console.log(reason);
    process.exit(1);
  },
});
shell.windows.send('hud', { type: 'view', view: { ...LISTENING, text } });
shell.windows.showHud();
shell.windows.listen('settings', { onOpen: () => console.log('ready'), onMessage() {} });
shell.windows.open('settings');
process.once('SIGTERM', () => void shell.close());
