import { PRODUCT_NAME } from '@workspace/contract/brand';
import { showWindow } from '../design/show-window.tsx';
import { SettingsIpcProvider } from './settings-ipc.tsx';
import { SettingsWindow } from './settings-window.tsx';

showWindow(
  `${PRODUCT_NAME} Settings`,
  <SettingsIpcProvider window="settings">
    <SettingsWindow />
  </SettingsIpcProvider>,
);
