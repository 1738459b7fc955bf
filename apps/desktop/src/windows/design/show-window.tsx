import { CSPProvider } from '@base-ui/react/csp-provider';
import { type ReactNode, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './theme.css';

/** Shows a window's content, without style elements, which the content security policy would block. */
export function showWindow(title: string, content: ReactNode): void {
  document.title = title;
  const root = document.getElementById('root');
  if (!root) throw new Error('The page has no root element.');
  createRoot(root).render(
    <StrictMode>
      <CSPProvider disableStyleElements>{content}</CSPProvider>
    </StrictMode>,
  );
}
