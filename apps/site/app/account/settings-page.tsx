import { ThemeCard } from '../design/theme-card.tsx';
import { pageTitle } from '../page-title.ts';
import { AccountDataCard } from './account-data-card.tsx';
import { EmailCard } from './email-card.tsx';
import { PageHeading } from './page-heading.tsx';
import { SessionsCard } from './sessions-card.tsx';

export function meta() {
  return [{ title: pageTitle('Settings') }];
}

export default function SettingsPage() {
  return (
    <>
      <PageHeading>Settings</PageHeading>
      <div className="grid gap-6">
        <EmailCard />
        <SessionsCard />
        <AccountDataCard />
        <ThemeCard />
      </div>
    </>
  );
}
