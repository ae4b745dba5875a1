package webpage

import (
	"net/url"
	"regexp"
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// Wall is a kind of page that a site shows on another host instead of its own, and how it is
// recognised. Words are in the languages of the world's newsrooms.
type Wall struct {
	Name    string         // in a sentence
	address *regexp.Regexp // matches words of the host name or path
	markup  string         // selector of elements that the page of a wall has
	text    *regexp.Regexp // matches the visible text
}

// ConsentWall asks visitors for consent to cookies. SignInPage asks them to sign in.
var (
	ConsentWall = &Wall{"consent wall", addressWords(
		`consent\w*|collectconsent|cmp|privacy\w*|privacywall|myprivacy|cookies?|cookiewall|cookie(consent|policy|settings)|gdpr|rgpd|dsgvo|lgpd|tcf|` +
			`zustimmung\w*|einwilligung\w*|datenschutz\w*|consentement|consentimiento|consentimento|consenso|privacidade?|confidentialite|` +
			`toestemming\w*|samtykke|samtycke|suostumus|zgoda|souhlas|suhlas|hozzajarulas|soglasie|rıza|riza|choices`),
		`[id*="consent" i],[class*="consent" i],[action*="consent" i],[id*="cmp" i],[class*="sp_message" i],[id*="sp_message" i],[id*="didomi" i],` +
			`[id*="onetrust" i],[id*="usercentrics" i],[id*="cookie" i],[class*="cookie" i],script[src*="consent" i],script[src*="cmp" i]`,
		regexp.MustCompile(`(?i)accept all|reject all|before you continue|our( \d+)? partners|your privacy|cookies|einwilligen|zustimmen|akzeptieren|` +
			`tout accepter|accepter|nos partenaires|aceptar|socios|aceitar|parceiros|accetta|alles accepteren|akkoord|godk[äa]nn|godta|acceptér|hyväksy|` +
			`zgadzam|akceptuj|souhlasím|přijmout|elfogad|принять|согласен|прийняти|kabul et|同意|동의|قبول|أوافق|αποδοχή|ยอมรับ|अनुमति`)}
	SignInPage = &Wall{"sign-in page", addressWords(
		`log-?_?in|log-?_?on|sign-?_?in|sign-?_?up|sso|auth|oauth2?|oidc|openid|saml2?|authorize|authenticate|authentication|accounts?|myaccount|id|identity|` +
			`register|registration|konto|anmelden|anmeldung|einloggen|connexion|identification|compte|cuenta|iniciar-?sesion|acceso|ingresar|entrar|` +
			`conta|accedi|accesso|account-?login|inloggen|aanmelden|logga-?in|logg-?inn|log-?ind|kirjaudu|zaloguj|logowanie|prihlaseni|prihlasit|` +
			`kirjautuminen|tunnistus|innlogging|inloggning|palogin|prijava|bejelentkezes|vhod|vojti|giris|passport|member|members|paywall|subscribe`),
		`input[type="password"]`,
		regexp.MustCompile(`(?i)sign in|log ?in|create (an )?account|anmelden|einloggen|se connecter|connexion|identifiez|inici(a|ar) sesi[óo]n|acceder|` +
			`entrar|iniciar sess[ãa]o|accedi|inloggen|logga in|logg inn|log ind|kirjaudu|zaloguj|přihlásit|bejelentkez|войти|вход|увійти|giriş yap|` +
			`登录|登入|ログイン|로그인|تسجيل الدخول|σύνδεση|เข้าสู่ระบบ|התחבר`)}
)

// addressWords returns a regular expression that matches whole words of a host name or path.
func addressWords(words string) *regexp.Regexp {
	return regexp.MustCompile(`(?i)(^|[./_-])(` + words + `)([./_-]|$)`)
}

const (
	// maxWallLinks is the number of links that a wall has at most. The front page of an outlet that
	// has moved has more.
	maxWallLinks = 40
	// minWallEvidence is the number of signs from which a page is a wall: its address, its markup, its
	// text, and a query parameter with the address to return to.
	minWallEvidence = 2
)

// FindWall returns the kind of wall that the page at landed is, which the requested address
// redirects to, or nil if it is none. wall is nil if the page could not be read.
func FindWall(requested, landed weburl.URL, wall *Page) *Wall {
	if wall != nil && (len(wall.Alternates()) > 0 || wall.LinkCount() > maxWallLinks) {
		return nil
	}
	for _, kind := range []*Wall{ConsentWall, SignInPage} {
		if kind.evidence(requested, landed, wall) >= minWallEvidence {
			return kind
		}
	}
	return nil
}

// evidence counts the signs that the page at landed is a wall of this kind. wall is nil if the page
// could not be read.
func (w *Wall) evidence(requested, landed weburl.URL, wall *Page) (n int) {
	isOtherDomain := requested.RegistrableDomain() != landed.RegistrableDomain()
	hasHostWord, hasPathWord := w.address.MatchString(subdomainAndName(landed)),
		slices.ContainsFunc(landed.Segments(), w.isPathWord)
	isNamed := hasHostWord || hasPathWord || hasAddressOf(landed, requested)
	if !hasHostWord && (!isNamed || !isOtherDomain) {
		return 0 // another page of the outlet, or an outlet that has moved
	}
	for _, sign := range []bool{
		hasHostWord, hasPathWord, returnsTo(landed, requested),
		wall != nil && wall.Has(w.markup), wall != nil && w.text.MatchString(wall.Text()),
	} {
		if sign {
			n++
		}
	}
	return n
}

// maxPathWordHyphens is the number of hyphens that the path segment of a wall has at most; slugs of
// articles have more.
const maxPathWordHyphens = 2

// isPathWord reports whether a path segment names a wall of this kind.
func (w *Wall) isPathWord(segment string) bool {
	return strings.Count(segment, "-") <= maxPathWordHyphens && w.address.MatchString(segment)
}

// subdomainAndName returns the host name without its public suffix, which may be a word such as
// "auth" or "id".
func subdomainAndName(address weburl.URL) string {
	labels := strings.Split(address.Host(), ".")
	return strings.Join(labels[:max(1, len(labels)-1)], ".")
}

// returnParameters are the query parameters that hold the address to return to after the wall.
var returnParameters = []string{
	"return", "returnurl", "return_url", "returnto", "return_to", "redirect", "redirecturl", "redirect_url",
	"redirect_uri", "redirectto", "continue",
	"next", "callback", "callbackurl", "goto", "target", "targeturl", "url", "ref", "referer", "origin", "destination",
	"back", "backurl", "service",
	"state", "client_id", "sessionid", "rurl", "ru", "volver", "retour", "weiter",
}

// returnsTo reports whether the query of a wall has a parameter for returning, or names the
// requested host.
func returnsTo(wall, requested weburl.URL) bool {
	query, _ := url.ParseQuery(wall.Query())
	for name, values := range query {
		if slices.Contains(returnParameters, strings.ToLower(name)) ||
			strings.Contains(strings.Join(values, " "), requested.Host()) {
			return true
		}
	}
	return false
}

// hasAddressOf reports whether a query parameter of a wall holds an address of the requested host.
func hasAddressOf(wall, requested weburl.URL) bool {
	query, _ := url.ParseQuery(wall.Query())
	for _, values := range query {
		if strings.Contains(strings.Join(values, " "), "//"+requested.Host()) {
			return true
		}
	}
	return false
}
