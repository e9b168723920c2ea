/** The mark and the name, leading home. Alba is the dawn. */
export function Brand() {
  return (
    <a class="brand" href="/" aria-label="Alba: all consultations">
      <svg viewBox="0 0 32 32" aria-hidden="true">
        <g fill="none" stroke="currentColor" stroke-width="2.5" stroke-linecap="round">
          <path d="M3 23h26" />
          <path d="M8 23a8 8 0 0 1 16 0" />
          <path d="M16 5v5M5.5 11l3.2 3.2M26.5 11l-3.2 3.2" />
        </g>
      </svg>
      <span>Alba</span>
    </a>
  );
}
