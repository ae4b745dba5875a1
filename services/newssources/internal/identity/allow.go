package identity

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/idna"
)

// allowList holds the e-mail domains and addresses that may use the tool, in normalised form.
type allowList struct {
	domains map[string]bool
	emails  map[string]bool
}

func newAllowList(domains, emails []string) (allowList, error) {
	list := allowList{domains: map[string]bool{}, emails: map[string]bool{}}
	for _, domain := range domains {
		folded := foldDomain(domain)
		if !isDomain(folded) {
			return list, fmt.Errorf("ALLOWED_EMAIL_DOMAINS: %q is not a domain such as example.org; list each subdomain separately", domain)
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

// allows reports whether an address may use the tool. Subdomains do not match, because they may belong to another
// organisation.
func (a allowList) allows(email string) bool {
	folded := foldEmail(email)
	_, domain, ok := splitEmail(folded)
	return ok && (a.emails[folded] || a.domains[domain])
}

// emailSet returns the normalised addresses of a setting.
func emailSet(setting string, emails []string) (map[string]bool, error) {
	set := map[string]bool{}
	for _, email := range emails {
		folded := foldEmail(email)
		if _, domain, ok := splitEmail(folded); !ok || !isDomain(domain) {
			return nil, fmt.Errorf("%s: %q is not an e-mail address", setting, email)
		}
		set[folded] = true
	}
	return set, nil
}

// splitEmail splits at the last @, because a quoted local part may contain others.
func splitEmail(email string) (local, domain string, ok bool) {
	at := strings.LastIndexByte(email, '@')
	if at <= 0 || at == len(email)-1 || strings.ContainsFunc(email, isControlOrSpace) {
		return "", "", false
	}
	return email[:at], email[at+1:], true
}

// foldEmail returns the address in the form in which addresses are compared.
func foldEmail(email string) string {
	local, domain, ok := splitEmail(email)
	if !ok {
		return email
	}
	return foldASCII(local) + "@" + foldDomain(domain)
}

// foldDomain returns the domain in lower case and Punycode.
func foldDomain(domain string) string {
	if ascii, err := idna.Lookup.ToASCII(domain); err == nil {
		return ascii
	}
	return foldASCII(domain)
}

// foldASCII lower-cases A to Z only. Unicode case folding would merge different mailboxes: the Kelvin sign folds to k.
func foldASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, s)
}

func isDomain(s string) bool {
	labels := strings.Split(s, ".")
	return len(s) <= 253 && !slices.ContainsFunc(labels, func(label string) bool {
		return label == "" || strings.Trim(label, "abcdefghijklmnopqrstuvwxyz0123456789-") != ""
	})
}

func isControlOrSpace(r rune) bool { return r <= ' ' || r == 0x7f }
