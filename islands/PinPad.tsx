import { useEffect, useState } from "preact/hooks";

export interface PinPadProps {
  readonly label: string;
  readonly maxDigits: number;
}

const DIGITS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

/**
 * A field for a PIN with keys to touch. The field alone is enough: it works with a keyboard, and
 * without JavaScript, where the keys do not appear.
 */
export function PinPad({ label, maxDigits }: PinPadProps) {
  const [pin, setPin] = useState("");
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const add = (digit: string) => setPin((now) => (now + digit).slice(0, maxDigits));

  return (
    <div class="stack-tight">
      <div class="field">
        <label for="pin">{label}</label>
        <input
          class="input pin-input"
          id="pin"
          name="pin"
          type="password"
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={maxDigits}
          autoComplete="off"
          required
          value={pin}
          onInput={(event) => setPin(event.currentTarget.value.replace(/\D/g, ""))}
        />
      </div>
      <div class="pin-pad" role="group" aria-label="Keys for the PIN" hidden={!isLive}>
        {DIGITS.map((digit) => (
          <button
            key={digit}
            class="button"
            type="button"
            onClick={() => add(digit)}
          >
            {digit}
          </button>
        ))}
        <button class="button" type="button" onClick={() => setPin("")}>Clear</button>
        <button class="button" type="button" onClick={() => add("0")}>0</button>
        <button
          class="button"
          type="button"
          aria-label="Delete the last digit"
          onClick={() => setPin((now) => now.slice(0, -1))}
        >
          ⌫
        </button>
      </div>
    </div>
  );
}
