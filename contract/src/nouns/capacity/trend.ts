/** How something fills up: a straight line through what was used, and when that reaches the limit. */

/** Days of which figures are kept, one an hour. */
export const CAPACITY_DAYS = 30;
/** Hours of a day and of all of them. */
const DAY_HOURS = 24;
export const CAPACITY_HOURS = CAPACITY_DAYS * DAY_HOURS;
/** A line is drawn through the figures of so many hours at least: one afternoon says nothing of a month. */
export const TREND_HOURS = DAY_HOURS;
/** Days ahead that a trend says something of. */
export const OUTLOOK_DAYS = 365;

/** `fills`: on the day that stands beside it; `later`: after more than 365 days; `collecting`: too few figures for a trend. */
export const OUTLOOKS = ['collecting', 'unlimited', 'full', 'fills', 'later', 'steady', 'shrinking'] as const;
export type Outlook = (typeof OUTLOOKS)[number];

interface Trend {
  /** On the line, at the first figure and at the last one. */
  from: number;
  to: number;
  /** What is added in a day; negative where it becomes less. */
  per_day: number;
}

interface Forecast {
  /** Null while there are too few figures. */
  trend: Trend | null;
  outlook: Outlook;
  /** Days from the last figure until nothing is left; only where it fills within `OUTLOOK_DAYS`. */
  days: number | null;
}

type Figure = readonly [hour: number, value: number];

/** The line with the least squares through the figures of hours; null where these span less than `TREND_HOURS`. */
function trendOf(known: readonly Figure[]): Trend | null {
  const [first, last] = [known.at(0), known.at(-1)];
  if (!first || !last || last[0] - first[0] < TREND_HOURS) return null;
  const mean = (of: (figure: Figure) => number): number => known.reduce((sum, figure) => sum + of(figure), 0) / known.length;
  const [hours, values] = [mean(([hour]) => hour), mean(([, value]) => value)];
  const slope = mean(([hour, value]) => (hour - hours) * (value - values)) / mean(([hour]) => (hour - hours) ** 2);
  const at = ([hour]: Figure): number => values + slope * (hour - hours);
  return { from: at(first), to: at(last), per_day: slope * DAY_HOURS };
}

/** Growth of less than this part of the limit in a year is none: what rounding leaves of a straight line. */
const NOTHING = 1e-6;

/**
 * The trend of something, and when it is full at this rate: what is left of it now, by what is added in a day.
 * @param used of each hour, the oldest first; null: not known
 * @param limit null: there is none
 */
export function forecastOf(used: readonly (number | null)[], limit: number | null): Forecast {
  const known = used.flatMap((value, hour): Figure[] => (value === null ? [] : [[hour, value]]));
  const now = known.at(-1)?.[1];
  const trend = trendOf(known);
  const said = (outlook: Outlook, days: number | null = null): Forecast => ({ trend, outlook, days });
  if (limit === null) return said('unlimited');
  if (now !== undefined && now >= limit) return said('full');
  if (now === undefined || !trend) return said('collecting');
  if (Math.abs(trend.per_day) * OUTLOOK_DAYS <= NOTHING * limit) return said('steady');
  if (trend.per_day < 0) return said('shrinking');
  const days = (limit - now) / trend.per_day;
  return days > OUTLOOK_DAYS ? said('later') : said('fills', days);
}
