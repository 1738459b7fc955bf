import { PRODUCT_NAME } from '@workspace/contract/brand';
import { showWindow } from '../design/show-window.tsx';
import { SettingsChannelProvider } from '../settings/settings-channel.tsx';
import { FirstStartWindow } from './first-start-window.tsx';

showWindow(
  `Welcome to ${PRODUCT_NAME}`,
  <SettingsChannelProvider window="first-start">
    <FirstStartWindow />
  </SettingsChannelProvider>,
);
