package weburl

import "fmt"

// Code is the machine-readable reason for rejecting an address. Codes are stable.
type Code string

// Reasons for rejecting an address.
const (
	CodeEmpty       Code = "empty"       // empty or only white space
	CodeTooLong     Code = "too_long"    // more than MaxLength bytes
	CodeCharacters  Code = "characters"  // white space, control or invisible characters, invalid UTF-8
	CodeBackslash   Code = "backslash"   // "\", which browsers treat as "/" and servers do not
	CodeScheme      Code = "scheme"      // javascript:, data:, mailto:, ftp: …, or an e-mail address
	CodeNoHost      Code = "no_host"     // "https://" and "https:example.org"
	CodeLocalHost   Code = "local_host"  // localhost, a name without a dot, names of private networks
	CodeHost        Code = "host"        // not a valid DNS name
	CodeIDN         Code = "idn"         // not a valid internationalized name
	CodeIPAddress   Code = "ip_address"  // an IPv4 or IPv6 address in any spelling
	CodePort        Code = "port"        // not a number from 1 to 65535
	CodeCredentials Code = "credentials" // contains a user name or password; see SplitCredentials
	CodeEncoding    Code = "encoding"    // "%" without two hexadecimal digits
)

// Error is returned for a rejected address. Detail is shown to users; it never contains the user
// name, password, path or query of the address, so it can be logged.
type Error struct {
	Code   Code
	Detail string
}

func (e *Error) Error() string { return e.Detail }

func fail(code Code, format string, args ...any) error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

func errTooLong(n int) error {
	return fail(CodeTooLong, "The address has %d characters; the maximum is %d.", n, MaxLength)
}

// abbreviate shortens a part of an address that is quoted in an error text.
func abbreviate(s string) string {
	const maxCharacters = 60
	if runes := []rune(s); len(runes) > maxCharacters {
		return string(runes[:maxCharacters]) + "…"
	}
	return s
}
