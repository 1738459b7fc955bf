import { publicPageMeta } from '../content/page-meta.ts';
import { PRIVACY } from '../content/privacy.ts';
import { LegalPage } from './legal-page.tsx';

export function meta() {
  return publicPageMeta({ title: PRIVACY.title, description: PRIVACY.gist, path: '/privacy' });
}

export default function PrivacyPage() {
  return <LegalPage legal={PRIVACY} />;
}
