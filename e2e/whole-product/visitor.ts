import { formatDuration } from '@workspace/contract/durations';
import type { Locator, Page } from 'playwright-core';
import { vi } from 'vitest';
import { SANDBOX_URL, SITE_URL } from '../site/addresses.ts';
import type { DeskBrowser } from './desk-browser.ts';

/** Every visitor's password. */
export const PASSWORD = 'a password of eight or more';

/** A visitor of the site. Each action resolves once the next page is shown. */
export class Visitor {
  readonly email: string;
  readonly browser: DeskBrowser;
  readonly #sandboxUrl: string;

  /** `sandboxUrl`: where the server sends browsers for payments and Google sign-in. */
  constructor(email: string, browser: DeskBrowser, sandboxUrl: string) {
    this.email = email;
    this.browser = browser;
    this.#sandboxUrl = sandboxUrl;
  }

  get page(): Page {
    return this.browser.page;
  }

  /** Registers, from the landing page through the email to the signed-in account. */
  async register(): Promise<void> {
    await this.page.goto(SITE_URL);
    await this.goToRegister();
    await this.signUp();
    await this.openVerificationMail();
    await this.verify();
    await this.signIn();
    await this.untilSignedIn();
  }

  /** Goes from the landing page to the registration form. */
  async goToRegister(): Promise<void> {
    await this.goToSignIn();
    await this.page.getByRole('link', { name: 'Register here' }).click();
    await this.page.waitForURL(`${SITE_URL}/register`);
  }

  /** Submits that form. */
  async signUp(): Promise<void> {
    await this.page.getByLabel('Email').fill(this.email);
    await this.page.getByLabel('Password').fill(PASSWORD);
    await this.page.getByRole('button', { name: 'Sign Up', exact: true }).click();
    await this.page.getByText('Registration Successful!').waitFor();
  }

  /** Opens the verification email. */
  async openVerificationMail(): Promise<void> {
    // The inbox refreshes automatically.
    await this.page.goto(`${this.#sandboxUrl}/mail?to=${encodeURIComponent(this.email)}`);
    await this.page.getByRole('link', { name: /verify/i }).click();
    await this.#verificationLink.waitFor();
  }

  /** Clicks the link in the open email, and continues in the new tab. */
  async verify(): Promise<void> {
    const inbox = this.page;
    this.browser.page = await this.browser.openTab(this.#verificationLink);
    await inbox.close();
    await this.page.waitForURL(`${SITE_URL}/login`);
    await this.page.getByText('Your email has been verified successfully! Please log in.').waitFor();
  }

  /** Signs in with Google, from the landing page. */
  async signInWithGoogle(): Promise<void> {
    await this.page.goto(SITE_URL);
    await this.goToSignIn();
    await this.page.getByText('Sign in with Google').click();
    await this.page.waitForURL(`${this.#sandboxUrl}/google/**`);
    await this.page.getByLabel('E-mail address', { exact: true }).fill(this.email);
    await this.page.getByRole('button', { name: 'Continue' }).click();
    await this.untilSignedIn();
  }

  /** Goes from the landing page to the sign-in page. */
  async goToSignIn(): Promise<void> {
    await this.page.getByRole('link', { name: 'Log in' }).locator('visible=true').click();
    await this.page.waitForURL(`${SITE_URL}/login`);
  }

  /** Submits the sign-in form. */
  async signIn(): Promise<void> {
    await this.page.getByLabel('Email address').fill(this.email);
    await this.page.getByLabel('Password').fill(PASSWORD);
    await this.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  }

  /** Waits until the overview shows the account. */
  async untilSignedIn(): Promise<void> {
    await this.page.waitForURL(`${SITE_URL}/app`);
    await this.page.getByRole('heading', { name: `Usage Stats for ${this.email}` }).waitFor();
  }

  /** Goes to a page of the signed-in area. */
  async goTo(page: 'Overview' | 'Settings' | 'Billing'): Promise<void> {
    const navigation = this.page.getByRole('navigation', { name: 'Account' });
    await navigation.getByRole('link', { name: page, exact: true }).locator('visible=true').click();
    await this.page.getByRole('heading', { level: 1, name: page }).waitFor();
  }

  /** Clicks “open the app” on the overview. Resolves with the link. */
  async openApp(): Promise<string> {
    const link = await this.browser.clickForLink(this.page.getByRole('button', { name: 'Open in Mac App' }));
    // Those who don't have the app find it there.
    await this.page.waitForURL(`${SITE_URL}/app/download`);
    return link;
  }

  /** Waits until the overview shows exactly these seconds for the last seven days. */
  async untilCounted(seconds: number): Promise<void> {
    await this.goTo('Overview');
    await this.page.getByRole('button', { name: 'Refresh' }).click();
    await this.page.getByText(new RegExp(`^${formatDuration(seconds)}dictated in the last 7 days$`)).waitFor();
  }

  /** Subscribes on Billing. Ends on the overview. */
  async upgrade(): Promise<void> {
    await this.goToCheckout();
    await this.pay();
  }

  /** Goes from Billing to the checkout page. */
  async goToCheckout(): Promise<void> {
    await this.page.getByText("You're on the Beta Tester Plan $0/month").waitFor();
    await this.page.getByRole('button', { name: 'Upgrade' }).click();
    await this.page.waitForURL(`${this.#sandboxUrl}/payments/checkout/*`);
  }

  /** Pays there. Ends on the overview. */
  async pay(): Promise<void> {
    await this.page.getByLabel('Name on card').fill('A Buyer');
    await this.page.getByRole('button', { name: /^Pay / }).click();
    await this.page.waitForURL(`${SITE_URL}/checkout/success?session_id=*`);
    await this.page.getByText('Thank you for your purchase! Your subscription is now active.').waitFor();
    await this.page.getByRole('link', { name: 'Go to Dashboard' }).click();
    await this.page.waitForURL(`${SITE_URL}/app`);
  }

  /** Ends the subscription immediately, from Billing, and returns there. */
  async cancelSubscription(): Promise<void> {
    await this.page.getByRole('button', { name: 'Manage Subscription' }).click();
    await this.page.waitForURL(`${this.#sandboxUrl}/payments/portal/*`);
    await this.page.getByRole('button', { name: 'Cancel now' }).click();
    await this.page.getByText(/Ended on /).waitFor();
    await this.page.getByRole('link', { name: 'Return' }).click();
    await this.page.waitForURL(`${SITE_URL}/app/billing`);
    // The server learns of it by a webhook, which may arrive after the redirect back.
    const isShown = async () => {
      await this.page.getByRole('button', { name: 'Refresh' }).click();
      return this.page.getByText("You're on the Beta Tester Plan $0/month").isVisible();
    };
    await vi.waitUntil(isShown, { timeout: 300_000, interval: 50 });
  }

  /** Buys a license on the landing page, with the payment link. `result`: the expected outcome. */
  async buyLicense(result: 'Checkout Successful' | 'Checkout Failed'): Promise<void> {
    await this.page.goto(SITE_URL);
    const checkout = await this.browser.openTab(this.page.getByRole('link', { name: /^Buy License/ }).first());
    await checkout.waitForURL(`${SANDBOX_URL}/payments/checkout/*`);
    await checkout.getByLabel('Email').fill(this.email);
    await checkout.getByLabel('Name on card').fill('A Buyer');
    await checkout.getByRole('button', { name: /^Pay / }).click();
    await checkout.getByRole('heading', { name: result }).waitFor();
    await checkout.close();
  }

  /** Signs out a computer on Settings. */
  async signOutDevice(name: string): Promise<void> {
    await this.page.getByRole('button', { name: `Sign out ${name}`, exact: true }).click();
    await this.page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await this.page.getByText(`${name} is signed out.`).waitFor();
  }

  /** Deletes the account on Settings. Ends on the landing page. */
  async deleteAccount(): Promise<void> {
    await this.page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = this.page.getByRole('dialog');
    await dialog.getByLabel(`Type ${this.email} to confirm`).fill(this.email);
    await dialog.getByRole('button', { name: 'Delete account' }).click();
    await this.page.getByText('Your account has been deleted.').waitFor();
    await this.page.waitForURL(`${SITE_URL}/`);
  }

  get #verificationLink(): Locator {
    return this.page.frameLocator('iframe').getByRole('link', { name: 'Verify email address' });
  }
}
