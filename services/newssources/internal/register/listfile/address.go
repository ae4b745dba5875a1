package listfile

import (
	"regexp"
	"strings"

	"golang.org/x/net/publicsuffix"

	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
)

// IsAddress reports whether a cell is an address: with a scheme, or a host with a known top-level domain
// and no blanks.
func IsAddress(cell string) bool {
	if strings.ContainsAny(cell, " \n") || !strings.Contains(cell, ".") || strings.HasPrefix(cell, "@") {
		return false
	}
	address, err := weburl.Parse(cell)
	if err != nil || strings.Contains(cell, "@") && !strings.Contains(cell, "/") {
		return false
	}
	_, isKnown := publicsuffix.PublicSuffix(address.Host())
	return isKnown || strings.Contains(cell, "://") || strings.HasPrefix(cell, "www.")
}

var (
	// addressSeparator matches what may separate the addresses of a cell.
	addressSeparator = regexp.MustCompile(`[\s;,|]+`)
	// addressScheme matches the beginning of an address with a scheme.
	addressScheme = regexp.MustCompile(`(?i)^(?:feed:|rss:)?(?:https?|feed|rss)://|^feed:https?:`)
)

// addressMarks are quotation marks and brackets that may enclose each address of a list.
const addressMarks = "\"'“”„«»[](){}<>"

// SplitAddresses returns the addresses of a cell. A separator within an address, such as "/rss;v=2" or
// "/a,b.xml", does not end it: another address must follow. A cell with a single address is returned unchanged.
func SplitAddresses(cell string) []string {
	var parts []string
	start := 0
	for _, at := range addressSeparator.FindAllStringIndex(cell, -1) {
		if part := cell[start:at[0]]; endsAddress(part, cell[at[0]:at[1]], cell[at[1]:]) {
			parts, start = append(parts, part), at[1]
		}
	}
	if parts = append(parts, cell[start:]); len(parts) == 1 {
		return parts
	}
	for i, part := range parts {
		parts[i] = strings.Trim(part, addressMarks)
	}
	return parts
}

// endsAddress reports whether a part of a cell has an address that ends before a separator, because rest begins with
// another one.
func endsAddress(part, separator, rest string) bool {
	if strings.HasPrefix(part, `"`) && strings.Count(part, `"`)%2 == 1 { // JoinList quotes an address with separators
		return false
	}
	part = strings.TrimLeft(part, addressMarks)
	next := strings.Trim(rest, addressMarks)
	if at := addressSeparator.FindStringIndex(next); at != nil {
		next = strings.TrimRight(next[:at[0]], addressMarks)
	}
	hasScheme := addressScheme.MatchString(next)
	if !hasScheme && !IsAddress(next) {
		return false
	}
	first, _, _ := strings.Cut(part, " ")
	hasBlank := strings.Trim(separator, ";,") != ""
	switch _, query, _ := strings.Cut(part, "?"); {
	case !strings.Contains(part, "://") && !IsAddress(strings.TrimRight(first, addressMarks)):
		return false // it is a text before the address
	case hasBlank:
		return true
	case hasScheme || strings.HasPrefix(next, "www."):
		return !strings.Contains(query, "://") // it has a list of addresses as a parameter
	}
	return !strings.Contains(part, "://")
}
