package health

import (
	"maps"
	"slices"
)

// Cause is why an endpoint is not ok. The values are stored, so released values do not change. Most
// are outcomes of package fetch.
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
	ForbiddenSource  Cause = "forbidden_source"
	Robots           Cause = "robots"
	InvalidAddress   Cause = "invalid_address"
	HTML             Cause = "html_instead_of_feed"
	Unreadable       Cause = "unreadable"     // neither a feed nor a page
	Empty            Cause = "empty"          // no items, although the endpoint had some
	IdentityStorm    Cause = "identity_storm" // known articles have new identities
	OtherOutlet      Cause = "other_outlet"   // the items seem to be those of another outlet
	Parked           Cause = "parked"         // the domain is for sale or not used
	Credentials      Cause = "credentials"    // the stored credentials cannot be decrypted
	Silence          Cause = "silence"        // nothing new for longer than usual
)

// Weights of a failure. A temporary one is expected to end by itself, a hard one is not.
const (
	hard      = 1.0
	soft      = 0.5
	temporary = 0.25
)

// causeTexts are the weight of a cause and its texts.
type causeTexts struct {
	weight float64
	title  string // names a group of sources
	text   string // the end of a sentence that begins with the state
	remedy string // what a person can do
}

// Remedies that several causes share.
const (
	waitRemedy    = "Usually this ends without a change. If it lasts for days, open the address in a browser."
	addressRemedy = "Open the homepage and look for a new address of the feed. Change the address of the endpoint, or " +
		"retire the endpoint."
	accessRemedy = "Ask the publisher to allow the user agent of the checks, or find another endpoint of the source."
	reportRemedy = "Report it to the publisher, or find another endpoint of the source."
)

// causes has the weight and the texts of each cause.
var causes = map[Cause]causeTexts{
	Timeout: {soft, "No answer in time", "the site did not answer in time", waitRemedy},
	DNS: {hard, "Host name not found", "the host name cannot be resolved",
		"Check the spelling of the address. If the site has moved, change the address; if it has closed, archive the source."},
	Refused: {hard, "Connection refused", "the site refuses connections", waitRemedy},
	Reset:   {soft, "Connection closed", "the site closes the connection", waitRemedy},
	TLS: {hard, "Invalid certificate", "the certificate or the encryption of the site is invalid",
		"Open the address in a browser. If it works with another host name, change the address; otherwise report it to the " +
			"publisher."},
	Unauthorized: {hard, "Password required", "the site requires a user name and a password",
		"Enter the user name and the password in the settings of the endpoint."},
	Forbidden: {hard, "Access refused", "the site refuses access (403)", accessRemedy},
	Challenge: {hard, "Browser check", "the site shows a challenge for browsers", accessRemedy},
	NotFound:  {soft, "Page not found", "there is no page at this address (404)", addressRemedy},
	GoneForGood: {hard, "Permanently gone", "the site reports that the address is permanently gone (410)",
		addressRemedy},
	RateLimited: {temporary, "Rate limited", "the site limits the number of requests (429)",
		"The checks of the site slow down without a change. If it lasts, use fewer endpoints of this site."},
	Unavailable: {temporary, "Site unavailable", "the site is overloaded or under maintenance (503)", waitRemedy},
	ClientError: {hard, "Request refused", "the site refuses the request", addressRemedy},
	ServerError: {soft, "Server error", "the site has an internal error", waitRemedy},
	TooLarge: {hard, "Document too large", "the document is too large",
		"Use a smaller feed of the source, such as the feed of a section."},
	BadEncoding: {hard, "Invalid compression", "the response is compressed incorrectly", reportRemedy},
	BadResponse: {hard, "Invalid response", "the response is not valid HTTP", reportRemedy},
	BadRedirect: {hard, "Redirect cannot be followed", "the site redirects to an address that cannot be fetched",
		addressRemedy},
	TooManyRedirects: {hard, "Too many redirects", "the site redirects too many times", addressRemedy},
	PrivateAddress: {hard, "Address not public", "the address is not public",
		"Enter an address of the public internet, or retire the endpoint."},
	ForbiddenSource: {hard, "Belongs to a forbidden source", "the address belongs to a source whose rights are “forbidden”",
		"Open the checks of the endpoint, which name the source. Retire the endpoint, or edit the rights of that source and " +
			"enter the reason. Unarchive it first if it is archived."},
	Robots: {hard, "Forbidden by robots.txt", "robots.txt forbids the address",
		"Find an endpoint of the source that robots.txt allows, or ask the publisher."},
	InvalidAddress: {hard, "Invalid address", "the address is invalid", "Correct the address of the endpoint."},
	HTML:           {hard, "Page instead of a feed", "the site returns an HTML page instead of a feed", addressRemedy},
	Unreadable:     {hard, "Unreadable document", "the document is neither a feed nor a sitemap", addressRemedy},
	Empty: {0, "No items any more", "the document has no items although it had some before",
		"Open the address in a browser. If the feed was replaced by another one, change the address."},
	IdentityStorm: {0, "Changed item IDs", "known articles appear with new IDs",
		"Open the checks of the endpoint, and store or discard the held items. If the IDs change at every check, choose " +
			"“Link” as “Item recognition” in the settings of the endpoint, or “Content” if the links change too."},
	OtherOutlet: {0, "Another outlet", "the items seem to be those of another outlet",
		"Compare the outlet before and after the change. Confirm that it is the same outlet, archive the source, or replace " +
			"the address of the endpoint."},
	Parked: {hard, "Domain for sale", "the domain is for sale or not used",
		"Open the homepage. If the outlet has moved, change the addresses; if it has closed, archive the source."},
	Credentials: {hard, "Credentials not readable", "the saved user name and password cannot be decrypted",
		"Enter the user name and the password in the settings of the endpoint again."},
	Silence: {0, "Unusual silence", "nothing new was published for longer than usual",
		"Open the homepage. If it has newer articles than the endpoint, look for another feed; if the outlet has closed, " +
			"archive the source."},
}

// Title returns the name of the cause, or "".
func (c Cause) Title() string { return causes[c].title }

// Remedy returns what a person can do about the cause, or "".
func (c Cause) Remedy() string { return causes[c].remedy }

// Causes returns all causes in alphabetical order.
func Causes() []Cause { return slices.Sorted(maps.Keys(causes)) }

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

// HoldsItems reports whether new items are held until a member decides. The response itself is good.
func (c Cause) HoldsItems() bool { return c == IdentityStorm || c == OtherOutlet }

// isSuspicious reports whether the response may be a mistake of the site or of the settings rather
// than an outage.
func (c Cause) isSuspicious() bool {
	switch c {
	case HTML, Unreadable, Empty, IdentityStorm, OtherOutlet, Parked:
		return true
	}
	return false
}
