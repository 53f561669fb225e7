/** Sessions that one user has at once; another sign-in ends the one that was not in use for longest. Use is noted once a minute. */
export const SESSIONS_MAX = 50;
