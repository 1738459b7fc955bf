/** What toasts say on the settings page. */
export const SETTINGS_MESSAGES = {
  exportFailed: { title: 'Export Error', description: 'Your data could not be exported. Please try again.' },
  sessionEnded: (name: string) => `${name} is signed out.`,
  sessionNotEnded: (name: string) => ({
    title: 'Sign-out Error',
    description: `${name} could not be signed out. Please try again.`,
  }),
  accountDeleted: 'Your account has been deleted.',
  deletionFailed: { title: 'Deletion Error', description: 'Your account could not be deleted. Please try again.' },
} as const;
