/** An instant as whole microseconds since 1970 in UTC: exact in a double until the year 2255. */
export type Micros = number
