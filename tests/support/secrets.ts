export const adminPassword = 'admin-password-1'

/** The variables with which the server is seeded. */
export const secrets = {
  SESSION_SECRET: 'a secret of at least thirty-two characters',
  API_KEY_ENCRYPTION_KEY: '0123456789abcdef'.repeat(4),
  ADMIN_PASSWORD: adminPassword,
}
