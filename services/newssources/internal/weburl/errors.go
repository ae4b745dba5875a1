package weburl

import "fmt"

// Code names a kind of refusal for programs. It never changes once released.
type Code string

// The reasons for which an address is refused.
const (
	CodeEmpty       Code = "empty"       // nothing but blanks
	CodeTooLong     Code = "too_long"    // more than MaxLength bytes
	CodeCharacters  Code = "characters"  // blanks, control and invisible characters, broken UTF-8
	CodeBackslash   Code = "backslash"   // "\", which browsers read as "/" and servers don't
	CodeScheme      Code = "scheme"      // javascript:, data:, mailto:, ftp: …, or an e-mail address
	CodeNoHost      Code = "no_host"     // "https://" and "https:example.org"
	CodeLocalHost   Code = "local_host"  // localhost, a name without a dot, names of private networks
	CodeHost        Code = "host"        // characters or lengths that DNS doesn't know
	CodeIDN         Code = "idn"         // an international name that isn't one
	CodeIPAddress   Code = "ip_address"  // any spelling of an IPv4 or IPv6 address
	CodePort        Code = "port"        // not a number from 1 to 65535
	CodeCredentials Code = "credentials" // a user name or password; the caller moves them to a secret
	CodeEncoding    Code = "encoding"    // "%" without two hexadecimal digits
)

// Error says why an address was refused. Detail is written for the person who gave the address; it never repeats a
// user name, a password, the path or the query, so it is safe in logs.
type Error struct {
	Code   Code
	Detail string
}

func (e *Error) Error() string { return e.Detail }

func fail(code Code, format string, args ...any) error {
	return &Error{Code: code, Detail: fmt.Sprintf(format, args...)}
}

func tooLong(n int) error {
	return fail(CodeTooLong, "The address has %d characters; %d is the most.", n, MaxLength)
}

// short keeps a quoted part of an address readable within a sentence.
func short(s string) string {
	const most = 60 // characters: a line of a form
	if runes := []rune(s); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return s
}
