/** Why a load balancer that was made elsewhere is looked at and deleted only, as codes. */
export const LOAD_BALANCER_READ_ONLY = [
  /** It takes what arrives at several addresses. */
  'load_balancer_addresses',
] as const;
