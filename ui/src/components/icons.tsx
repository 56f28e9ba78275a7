import type { ReactElement } from 'react'

const PATHS = {
  activity: 'M1.5 8h3l2-5 3 10 2-5h3',
  agent: 'M4 6h8v6.5H4zM8 3.5V6M6.5 9v.5M9.5 9v.5M2 8.5v2M14 8.5v2M8 3.4v.1',
  arrowDown: 'M8 3v10M4 9l4 4 4-4',
  arrowUp: 'M8 13V3M4 7l4-4 4 4',
  chart: 'M2.5 13.5h11M4.5 11V8M8 11V3.5M11.5 11V6',
  check: 'M3 8.5l3.2 3.2L13 5',
  chevronDown: 'M4 6l4 4 4-4',
  chevronRight: 'M6 4l4 4-4 4',
  chevronLeft: 'M10 4L6 8l4 4',
  clock: 'M8 14A6 6 0 108 2a6 6 0 000 12zM8 4.500V8l2.500 1.500',
  close: 'M4 4l8 8M12 4l-8 8',
  code: 'M5.5 4.5L2 8l3.5 3.5M10.5 4.5L14 8l-3.5 3.5',
  coins:
    'M8 14A6 6 0 108 2a6 6 0 000 12zM10 6c-.5-.7-1.2-1-2-1-1.200 0-2 .6-2 1.500 0 2 4 1 4 3 0 .9-.8 1.500-2 1.500-.9 0-1.600-.3-2-1M8 4v8',
  collapse: 'M4 2.500l4 4 4-4M4 13.500l4-4 4 4',
  columns: 'M2.500 3h11v10h-11zM6.200 3v10M9.800 3v10',
  command:
    'M5.500 5.500h5v5h-5zM5.500 5.500V4A1.500 1.500 0 104 5.500zM10.500 5.500H12A1.500 1.500 0 1010.500 4zM10.500 10.500V12A1.500 1.500 0 1012 10.500zM5.500 10.500H4A1.500 1.500 0 105.500 12z',
  compare: 'M2.500 3h4.500v10H2.500zM9 3h4.500v10H9z',
  copy: 'M5.500 5.500h8v8h-8zM10.500 5.500v-3h-8v8h3',
  cube: 'M8 1.800l5.500 3v6.400l-5.500 3-5.500-3V4.800zM2.500 4.800L8 8l5.500-3.200M8 8v6.200',
  database:
    'M13 4c0 1.100-2.200 2-5 2s-5-.9-5-2 2.200-2 5-2 5 .9 5 2zM3 4v8c0 1.100 2.200 2 5 2s5-.9 5-2V4M3 8c0 1.100 2.200 2 5 2s5-.9 5-2',
  density: 'M2.500 4h11M2.500 8h11M2.500 12h11',
  download: 'M8 2.500V10M4.500 7L8 10.500 11.500 7M2.500 13.500h11',
  error: 'M8 1.800l6.500 11.700h-13zM8 6v3.500M8 11.400v.2',
  expand: 'M4 6l4-4 4 4M4 10l4 4 4-4',
  external: 'M9 2.500h4.500V7M13.500 2.500L7.500 8.500M11.500 9.500v4h-9v-9h4',
  eye: 'M1.500 8S4 3.500 8 3.500 14.500 8 14.500 8 12 12.500 8 12.500 1.500 8 1.500 8zM8 10a2 2 0 100-4 2 2 0 000 4z',
  filter: 'M2 3.500h12L9.500 8.700v3.800l-3 1.500V8.700z',
  flask: 'M6 2h4M6.500 2v4L3 12.200c-.4.800.1 1.800 1 1.800h8c.9 0 1.400-1 1-1.800L9.500 6V2M4.500 10h7',
  grip: 'M6 4v.1M10 4v.1M6 8v.1M10 8v.1M6 12v.1M10 12v.1',
  home: 'M2 7.500L8 2.500l6 5M3.500 6.500v7h9v-7',
  key: 'M10.500 9a3.500 3.500 0 10-3.300-2.300L2 12v2h2.500v-1.500H6V11l1.600-1.600c.8.200 1.900 0 2.900-.400zM11 5v.1',
  keyboard: 'M1.500 4h13v8h-13zM4 6.500h.1M6.500 6.500h.1M9 6.500h.1M11.800 6.500h.1M5 9.500h6',
  link: 'M6.500 9.500l3-3M7.500 4.500L9 3a2.800 2.800 0 014 4l-1.500 1.500M8.500 11.500L7 13a2.800 2.800 0 01-4-4l1.500-1.500',
  llm: 'M8 2l1.500 4.500L14 8 9.500 9.500 8 14 6.500 9.500 2 8l4.500-1.500z',
  message: 'M2 3h12v8.500H7L4 14v-2.500H2z',
  minus: 'M3.500 8h9',
  moon: 'M13.500 9.500A6 6 0 016.500 2.500a6 6 0 107 7z',
  more: 'M3.500 8h.1M8 8h.1M12.500 8h.1',
  path: 'M1.500 12.500h4v-9h5v9h4M5.500 8h5',
  pause: 'M5.500 3.500v9M10.500 3.500v9',
  play: 'M4.500 3l8 5-8 5z',
  plus: 'M8 3v10M3 8h10',
  refresh: 'M13 8a5 5 0 11-1.500-3.500L13 6M13 2.500V6H9.500',
  retriever: 'M7 11.500a4.500 4.500 0 100-9 4.500 4.500 0 000 9zM10.300 10.300L14 14',
  search: 'M7 11.500a4.500 4.500 0 100-9 4.500 4.500 0 000 9zM10.300 10.300L14 14',
  settings:
    'M8 10a2 2 0 100-4 2 2 0 000 4zM8 1.500v2M8 12.500v2M1.500 8h2M12.500 8h2M3.400 3.400l1.400 1.400M11.200 11.200l1.400 1.400M12.600 3.400l-1.400 1.400M4.800 11.200l-1.400 1.400',
  step: 'M5 4h6a1 1 0 011 1v6a1 1 0 01-1 1H5a1 1 0 01-1-1V5a1 1 0 011-1z',
  sun: 'M8 10.800a2.800 2.800 0 100-5.600 2.800 2.800 0 000 5.600zM8 1.500V3M8 13v1.500M1.500 8H3M13 8h1.500M3.400 3.400l1 1M11.600 11.600l1 1M12.600 3.400l-1 1M4.400 11.600l-1 1',
  system: 'M2 3h12v8H2zM6 14h4M8 11v3',
  table: 'M2.500 3h11v10h-11zM2.500 6.500h11M2.500 9.800h11M6.500 6.500V13',
  tag: 'M2.500 2.500H8l5.500 5.500-5.500 5.500L2.500 8zM5.500 5.500v.1',
  thread: 'M3 4h7M3 8h10M3 12h5',
  thumbUp:
    'M2.500 7.500h2.300v6H2.500zM4.800 7.500L8 2c1.200 0 1.800.9 1.500 2L9 6.500h3.800c.8 0 1.300.700 1.100 1.500l-1.100 4.400c-.2.700-.7 1.100-1.400 1.100H4.800',
  thumbDown:
    'M2.500 8.500h2.300v-6H2.500zM4.800 8.500L8 14c1.200 0 1.800-.9 1.500-2L9 9.500h3.800c.8 0 1.300-.7 1.100-1.500l-1.100-4.400c-.2-.700-.7-1.100-1.400-1.100H4.800',
  tool: 'M13.500 4.500l-2.300 2.300-2-2L11.500 2.500a3.500 3.500 0 00-4.700 4.300L2.500 11.200l2.300 2.300 4.400-4.300a3.500 3.500 0 004.300-4.700z',
  trace: 'M2 3.500h6M4.500 8H12M4.500 12.500h4',
  trash: 'M3 4.500h10M6 4.500v-2h4v2M4.500 4.500l.6 9h5.800l.6-9M6.800 7v4M9.200 7v4',
  zoom: 'M7 11.500a4.500 4.500 0 100-9 4.500 4.500 0 000 9zM10.300 10.300L14 14M7 5v4M5 7h4',
  user: 'M8 8a2.800 2.800 0 100-5.600A2.800 2.800 0 008 8zM2.800 14c.5-2.600 2.500-4 5.200-4s4.700 1.400 5.200 4',
} as const

export type IconName = keyof typeof PATHS

interface IconProps {
  readonly name: IconName
  readonly size?: number
}

/** A decorative icon in the text colour; the text or label next to it carries the meaning. */
export function Icon({ name, size = 16 }: IconProps): ReactElement {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.4}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <path d={PATHS[name]} />
    </svg>
  )
}

/** The product logo: threads through the eyes of heddles. */
export function Mark({ size = 22 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" strokeLinecap="round" aria-hidden="true">
      <g stroke="var(--ink-faint)" strokeWidth={2.5}>
        <path d="M7 2v6M7 17v13M16 2v13M16 24v6M25 2v6M25 17v13" />
        <ellipse cx="7" cy="12.5" rx="3" ry="4.5" />
        <ellipse cx="16" cy="19.5" rx="3" ry="4.5" />
        <ellipse cx="25" cy="12.5" rx="3" ry="4.5" />
      </g>
      <path
        stroke="var(--accent)"
        strokeWidth={3}
        d="M1 17c2.5 0 3-4.5 6-4.5s6 7 9 7 6-7 9-7 3.5 4.5 6 4.5"
      />
    </svg>
  )
}
