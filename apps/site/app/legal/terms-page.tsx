import { publicPageMeta } from '../content/page-meta.ts';
import { TERMS } from '../content/terms.ts';
import { LegalPage } from './legal-page.tsx';

export function meta() {
  return publicPageMeta({ title: TERMS.title, description: TERMS.gist, path: '/terms' });
}

export default function TermsPage() {
  return <LegalPage legal={TERMS} />;
}
