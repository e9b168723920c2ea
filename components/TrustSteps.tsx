const DEVICES: readonly { readonly name: string; readonly steps: readonly string[] }[] = [
  {
    name: "iPad and iPhone",
    steps: [
      "Download the certificate in Safari and allow the profile.",
      "Settings, General, VPN & Device Management: choose the profile and press Install.",
      "Settings, General, About, Certificate Trust Settings: switch it on.",
      "Compare the fingerprint there once more, then open Alba again.",
    ],
  },
  {
    name: "Android tablet",
    steps: [
      "Download the certificate.",
      "Settings, Security, More security settings, Encryption & credentials, Install a " +
      "certificate, CA certificate: choose the file.",
      "Close the browser completely and open Alba again.",
    ],
  },
  {
    name: "Windows PC (Edge, Chrome)",
    steps: [
      "Download the certificate and open it.",
      "Install Certificate, Current User, Place all certificates in the following store: " +
      "Trusted Root Certification Authorities.",
      "Close the browser completely and open Alba again.",
    ],
  },
  {
    name: "Mac (Safari, Chrome)",
    steps: [
      "Download the certificate and open it: Keychain Access asks where to; choose login.",
      "Open it there, and under Trust choose Always Trust.",
    ],
  },
  {
    name: "Firefox on any of these",
    steps: [
      "Settings, Privacy & Security, Certificates, View Certificates, Authorities, Import.",
      "Choose the file, and tick that it may identify websites.",
    ],
  },
];

/** How each kind of device is told to trust the box; the words are those of its own menus. */
export function TrustSteps() {
  return (
    <>
      <h2>Then tell the device</h2>
      {DEVICES.map(({ name, steps }) => (
        <section key={name}>
          <h3>{name}</h3>
          <ol class="numbered">
            {steps.map((step) => <li key={step}>{step}</li>)}
          </ol>
        </section>
      ))}
    </>
  );
}
