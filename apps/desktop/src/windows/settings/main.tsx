import { PRODUCT_NAME } from '@workspace/contract/brand';
import { showWindow } from '../design/show-window.tsx';
import { SettingsChannelProvider } from './settings-channel.tsx';
import { SettingsWindow } from './settings-window.tsx';

showWindow(
  `${PRODUCT_NAME} Settings`,
  <SettingsChannelProvider window="settings">
    <SettingsWindow />
  </SettingsChannelProvider>,
);
