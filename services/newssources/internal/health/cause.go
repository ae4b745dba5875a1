package health

// Cause is why an endpoint is not ok. The values are stored, so released values do not change. Most are outcomes of package
// fetch.
type Cause string

// The causes.
const (
	None             Cause = ""
	Timeout          Cause = "timeout"
	DNS              Cause = "dns"
	Refused          Cause = "refused"
	Reset            Cause = "reset"
	TLS              Cause = "tls"
	Unauthorized     Cause = "unauthorized"
	Forbidden        Cause = "forbidden"
	Challenge        Cause = "challenge"
	NotFound         Cause = "not_found"
	GoneForGood      Cause = "gone"
	RateLimited      Cause = "rate_limited"
	Unavailable      Cause = "unavailable"
	ClientError      Cause = "client_error"
	ServerError      Cause = "server_error"
	TooLarge         Cause = "too_large"
	BadEncoding      Cause = "bad_encoding"
	BadResponse      Cause = "bad_response"
	BadRedirect      Cause = "bad_redirect"
	TooManyRedirects Cause = "too_many_redirects"
	PrivateAddress   Cause = "blocked_address"
	Robots           Cause = "robots"
	InvalidAddress   Cause = "invalid_address"
	HTML             Cause = "html_instead_of_feed"
	Unreadable       Cause = "unreadable"     // neither a feed nor a page
	Empty            Cause = "empty"          // no items, although the endpoint had some
	IdentityStorm    Cause = "identity_storm" // known articles have new identities
	Credentials      Cause = "credentials"    // the stored credentials cannot be decrypted
	Silence          Cause = "silence"        // nothing new for longer than usual
)

// Weights of a failure. A temporary one is expected to end by itself, a hard one is not.
const (
	hard      = 1.0
	soft      = 0.5
	temporary = 0.25
)

// causes has the weight of each cause and its meaning as the end of a sentence that begins with the endpoint.
var causes = map[Cause]struct {
	weight float64
	text   string
}{
	Timeout:          {soft, "the site did not answer in time"},
	DNS:              {hard, "the host name cannot be resolved"},
	Refused:          {hard, "the site refuses connections"},
	Reset:            {soft, "the site closes the connection"},
	TLS:              {hard, "the certificate or the encryption of the site is invalid"},
	Unauthorized:     {hard, "the site requires a user name and a password"},
	Forbidden:        {hard, "the site refuses access (403)"},
	Challenge:        {hard, "the site shows a challenge for browsers"},
	NotFound:         {soft, "there is no page at this address (404)"},
	GoneForGood:      {hard, "the site reports that the address is permanently gone (410)"},
	RateLimited:      {temporary, "the site limits the number of requests (429)"},
	Unavailable:      {temporary, "the site is overloaded or under maintenance (503)"},
	ClientError:      {hard, "the site refuses the request"},
	ServerError:      {soft, "the site has an internal error"},
	TooLarge:         {hard, "the document is too large"},
	BadEncoding:      {hard, "the response is compressed incorrectly"},
	BadResponse:      {hard, "the response is not valid HTTP"},
	BadRedirect:      {hard, "the site redirects to an address that cannot be fetched"},
	TooManyRedirects: {hard, "the site redirects too many times"},
	PrivateAddress:   {hard, "the address is not public"},
	Robots:           {hard, "robots.txt forbids the address"},
	InvalidAddress:   {hard, "the address is invalid"},
	HTML:             {hard, "the site returns an HTML page instead of a feed"},
	Unreadable:       {hard, "the document is neither a feed nor a sitemap"},
	Empty:            {0, "the document has no items although it had some before"},
	IdentityStorm:    {0, "known articles appear with new identities"},
	Credentials:      {hard, "the saved user name and password cannot be decrypted"},
	Silence:          {0, "nothing new was published for longer than usual"},
}

// Text returns the cause as the end of a sentence, or "".
func (c Cause) Text() string { return causes[c].text }

// Valid reports whether the cause exists.
func (c Cause) Valid() bool {
	_, exists := causes[c]
	return exists
}

// weight returns how much a failure counts. Unknown causes count fully.
func (c Cause) weight() float64 {
	if known, exists := causes[c]; exists {
		return known.weight
	}
	return hard
}

// isRefusal reports whether the site works, but does not serve this client.
func (c Cause) isRefusal() bool {
	switch c {
	case Unauthorized, Forbidden, Challenge, Robots:
		return true
	}
	return false
}

// isSuspicious reports whether the response may be a mistake of the site or of the settings rather than an outage.
func (c Cause) isSuspicious() bool {
	switch c {
	case HTML, Unreadable, Empty, IdentityStorm:
		return true
	}
	return false
}
