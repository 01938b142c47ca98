type Id = number | string;

const withOptional = (base: string, id: Id | null | undefined) =>
  id === null || id === undefined ? base : `${base}/${id}`;

/** Every address of the app. */
export const paths = {
  home: () => "/",
  dashboard: () => "/dashboard",
  pendingReviews: (folderId?: Id | null) => withOptional("/pending-reviews", folderId),
  folders: () => "/folders",
  folder: (id: Id) => `/folders/${id}`,
  study: (folderId?: Id | null) => withOptional("/study", folderId),
  progress: () => "/progress",
  store: () => "/store",
  settings: () => "/settings",
  premiumSuccess: () => "/premium/success",
  premiumCancel: () => "/premium/cancel",
  support: () => "/support",
  privacyPolicy: () => "/privacy-policy",
  termsOfService: () => "/terms-of-service",
  login: () => "/login",
  register: () => "/register",
  resetPassword: () => "/reset-password",
  newPassword: (token?: string) => (token ? `/new-password?token=${encodeURIComponent(token)}` : "/new-password"),
  verifyEmail: () => "/verify-email",
  unsubscribe: () => "/unsubscribe",
} as const;

/** The same addresses as patterns, for the router. */
export const patterns = {
  home: "/",
  dashboard: "/dashboard",
  pendingReviews: "/pending-reviews/:folderId?",
  folders: "/folders",
  folder: "/folders/:folderId",
  study: "/study/:folderId?",
  progress: "/progress",
  store: "/store",
  settings: "/settings",
  premiumSuccess: "/premium/success",
  premiumCancel: "/premium/cancel",
  support: "/support",
  privacyPolicy: "/privacy-policy",
  termsOfService: "/terms-of-service",
  login: "/login",
  register: "/register",
  resetPassword: "/reset-password",
  newPassword: "/new-password",
  verifyEmail: "/verify-email",
  unsubscribe: "/unsubscribe",
} as const;
