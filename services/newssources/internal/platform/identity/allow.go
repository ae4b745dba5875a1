package identity

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// AllowList holds the configured e-mail domains and addresses that may use the tool, in folded
// form.
type AllowList struct {
	domains map[string]bool
	emails  map[string]bool
}

// NewAllowList returns the configured allow-list, which must not be empty.
func NewAllowList(domains, emails []string) (AllowList, error) {
	list := AllowList{domains: map[string]bool{}, emails: map[string]bool{}}
	for _, domain := range domains {
		folded := parseDomain(domain)
		if !isDomain(folded) {
			return list, fmt.Errorf("ALLOWED_EMAIL_DOMAINS: %q is not a domain such as example.org; list each subdomain "+
				"separately", domain)
		}
		list.domains[folded] = true
	}
	var err error
	if list.emails, err = emailSet("ALLOWED_EMAILS", emails); err != nil {
		return list, err
	}
	if len(list.domains)+len(list.emails) == 0 {
		return list, fmt.Errorf("no one is allowed to sign in: set ALLOWED_EMAIL_DOMAINS or ALLOWED_EMAILS")
	}
	return list, nil
}

// Allows reports whether an address may use the tool. Subdomains do not match, because they may
// belong to another organisation.
func (a AllowList) Allows(email string) bool {
	folded := FoldEmail(email)
	_, domain, ok := splitEmail(folded)
	return ok && (a.emails[folded] || a.domains[domain])
}

// Domains returns the allowed domains in order.
func (a AllowList) Domains() []string { return sortedKeys(a.domains) }

// Emails returns the allowed addresses in order.
func (a AllowList) Emails() []string { return sortedKeys(a.emails) }

// sortedKeys returns the sorted keys, and never nil, which SQL would read as NULL.
func sortedKeys(set map[string]bool) []string {
	return append([]string{}, slices.Sorted(maps.Keys(set))...)
}

// emailSet returns the folded addresses of a setting.
func emailSet(setting string, emails []string) (map[string]bool, error) {
	set := map[string]bool{}
	for _, email := range emails {
		folded := parseEmail(email)
		if _, domain, ok := splitEmail(folded); !ok || !isDomain(domain) {
			return nil, fmt.Errorf("%s: %q is not an e-mail address", setting, email)
		}
		set[folded] = true
	}
	return set, nil
}

// splitEmail splits an address at its last @, because a quoted local part may contain others.
func splitEmail(email string) (local, domain string, ok bool) {
	at := strings.LastIndexByte(email, '@')
	if at <= 0 || at == len(email)-1 || strings.ContainsFunc(email, isControlOrSpace) {
		return "", "", false
	}
	return email[:at], email[at+1:], true
}

// FoldEmail returns the address in the form in which addresses are compared. The column
// members.email_key stores it.
func FoldEmail(email string) string {
	local, domain, ok := splitEmail(email)
	if !ok {
		return email
	}
	return foldASCII(local) + "@" + foldDomain(domain)
}

// foldDomain returns the domain in ASCII lower case and Punycode. A domain with characters that are
// not valid in a registered domain (RFC 5891 §4.2) keeps them: mapping such characters, for example
// the Kelvin sign to k, would merge different addresses.
func foldDomain(domain string) string {
	lower := foldASCII(domain)
	if ascii, err := idna.Registration.ToASCII(lower); err == nil {
		return ascii
	}
	return lower
}

// parseEmail returns the folded form of an address that a person entered.
func parseEmail(text string) string {
	local, domain, ok := splitEmail(text)
	if !ok {
		return text
	}
	return foldASCII(local) + "@" + parseDomain(domain)
}

// parseDomain returns the folded form of a domain that a person entered. It maps characters as a
// browser does, such as Ü to ü.
func parseDomain(text string) string {
	if ascii, err := idna.Lookup.ToASCII(text); err == nil {
		return ascii
	}
	return foldDomain(text)
}

// foldASCII lower-cases A to Z only. Unicode case folding would merge different mailboxes: the
// Kelvin sign folds to k.
func foldASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

// ParseEmail returns the folded form of an e-mail address, and whether it is valid.
func ParseEmail(text string) (string, bool) {
	folded := parseEmail(strings.TrimSpace(text))
	_, domain, ok := splitEmail(folded)
	return folded, ok && isDomain(domain) && strings.Contains(domain, ".") && len(folded) <= maxEmailLength
}

// ParseDomain returns the folded form of an e-mail domain, and whether it is valid. It accepts a
// leading @.
func ParseDomain(text string) (string, bool) {
	folded := parseDomain(strings.TrimPrefix(strings.TrimSpace(text), "@"))
	return folded, isDomain(folded) && strings.Contains(folded, ".")
}

// maxEmailLength is the maximum length of an address in bytes (RFC 5321 §4.5.3.1.3, without the
// angle brackets).
const maxEmailLength = 254

func isDomain(s string) bool {
	labels := strings.Split(s, ".")
	return len(s) <= 253 && !slices.ContainsFunc(labels, func(label string) bool {
		return label == "" || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != ""
	})
}

func isControlOrSpace(r rune) bool { return r <= ' ' || r == 0x7f }
