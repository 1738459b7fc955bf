import { pageTitle } from '../page-title.ts';
import { NotFound } from './not-found.tsx';

export function meta() {
  return [{ title: pageTitle('Page Not Found') }, { name: 'robots', content: 'noindex' }];
}

export default function NotFoundPage() {
  return <NotFound />;
}
