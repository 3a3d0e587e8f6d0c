/** The cross on buttons that clear or close. */
export const CROSS = [45, -45]
  .map((angle) => `linear-gradient(${angle}deg, transparent 47%, currentColor 47% 53%, transparent 53%) 50% / 10px 10px no-repeat`)
  .join(", ");
