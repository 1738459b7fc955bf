import { index, layout, type RouteConfig, route } from '@react-router/dev/routes';

export default [
  layout('landing/public-layout.tsx', [
    index('landing/landing-page.tsx'),
    route('privacy', 'legal/privacy-page.tsx'),
    route('terms', 'legal/terms-page.tsx'),
    route('contact', 'legal/contact-page.tsx'),
    route('confirmed', 'landing/confirmed-page.tsx'),
    route('announcement', 'landing/announcement-page.tsx'),
    route('measurements', 'landing/measurements-page.tsx'),
    // Prerendered as /404 and served for every unknown path, where it must match the same route.
    route('*', 'errors/not-found-page.tsx'),
  ]),
  layout('sign-in/sign-in-layout.tsx', [
    route('login', 'sign-in/login-page.tsx'),
    route('register', 'sign-in/register-page.tsx'),
    route('verify-email', 'sign-in/verify-email-page.tsx'),
    route('link-google', 'sign-in/link-google-page.tsx'),
    route('auth/google/callback', 'sign-in/google-callback-page.tsx'),
    route('reset-password', 'sign-in/reset-password-page.tsx'),
    route('checkout/success', 'billing/checkout-success-page.tsx'),
    route('checkout/cancelled', 'billing/checkout-cancelled-page.tsx'),
    route('purchase', 'billing/purchase-page.tsx'),
  ]),
  layout('account/account-layout.tsx', [
    route('app', 'account/overview-page.tsx'),
    route('app/settings', 'account/settings-page.tsx'),
    route('app/download', 'downloads/download-page.tsx'),
    route('app/billing', 'billing/billing-page.tsx', { id: 'app-billing' }),
    route('billing', 'billing/billing-page.tsx', { id: 'billing' }),
  ]),
] satisfies RouteConfig;
