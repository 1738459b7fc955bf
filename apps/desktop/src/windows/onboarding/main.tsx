import { PRODUCT_NAME } from '@workspace/contract/brand';
import { showWindow } from '../design/show-window.tsx';
import { SettingsIpcProvider } from '../settings/settings-ipc.tsx';
import { OnboardingWindow } from './onboarding-window.tsx';

showWindow(
  `Welcome to ${PRODUCT_NAME}`,
  <SettingsIpcProvider window="onboarding">
    <OnboardingWindow />
  </SettingsIpcProvider>,
);
