/** Weft's sign: three threads that meet. Its name stands beside it, so it is silent. */
export function LogoMark({ size = 18 }: { readonly size?: number }) {
  return (
    <svg
      aria-hidden
      fill="none"
      height={size}
      stroke="var(--accent)"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={1.75}
      viewBox="0 0 20 20"
      width={size}
    >
      <circle cx="3.5" cy="10" r="1.9" />
      <circle cx="14" cy="4" r="1.9" />
      <circle cx="16.5" cy="14.5" r="1.9" />
      <path d="M5.4 10h3.1c2 0 2-6 3.6-6M8.5 10c2.6 0 2.8 4.5 6.1 4.5" />
    </svg>
  );
}
