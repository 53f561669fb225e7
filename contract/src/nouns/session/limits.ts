/** Sessions that one user has at once; another sign-in ends the one that was not in use for longest. */
export const SESSIONS_MAX = 50;
