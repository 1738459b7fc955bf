/** Toast texts of the settings page. */
export const SETTINGS_MESSAGES = {
  exportFailed: { title: 'Export Error', description: 'We couldn’t export your data. Please try again.' },
  sessionEnded: (name: string) => `${name} is signed out.`,
  sessionNotEnded: (name: string) => ({
    title: 'Sign-out Error',
    description: `We couldn’t sign out ${name}. Please try again.`,
  }),
  accountDeleted: 'Your account has been deleted.',
  deletionFailed: { title: 'Deletion Error', description: 'We couldn’t delete your account. Please try again.' },
} as const;
