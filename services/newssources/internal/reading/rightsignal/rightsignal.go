// Package rightsignal reads what sites declare about the use of their content: in robots.txt, headers,
// pages, feeds and small files at well-known addresses. It fetches nothing. What the signals mean is
// decided by package rights.
package rightsignal

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/newsources/newsources/services/newssources/internal/rules/rights"
)

const (
	// maxValue is the maximum length of a value in bytes. Longer ones are cut.
	maxValue = 500
	// maxSignals is the maximum number of signals of one document.
	maxSignals = 20
	// maxContents is the number of contents of a licence file that are read.
	maxContents = 1000
	// MaxFileBytes is the size up to which a file at a well-known address is read. Real ones have a
	// few kilobytes.
	MaxFileBytes = 256 << 10
)

// list collects the signals of a document, without duplicates.
type list struct {
	address string
	signals []rights.Signal
}

func (l *list) add(kind rights.Kind, value string) {
	signal := rights.Signal{Kind: kind, Value: clean(value), Address: l.address}
	if signal.Value != "" && len(l.signals) < maxSignals && !slices.Contains(l.signals, signal) {
		l.signals = append(l.signals, signal)
	}
}

// clean collapses white space and removes what is not printable.
func clean(text string) string {
	text = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(text, ""), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
	if len(text) <= maxValue {
		return text
	}
	text = text[:maxValue]
	for !utf8.ValidString(text) {
		text = text[:len(text)-1]
	}
	return text
}

// joinSorted returns the different values in order.
func joinSorted(values []string) string {
	values = slices.Clone(values)
	slices.Sort(values)
	return strings.Join(slices.Compact(values), ", ")
}

// preferences returns a list such as "ai-train=no, search=yes" in lower case and in order, with only the
// pairs whose value is one of yes and no. Of several pairs of a category, those with no are kept.
func preferences(text, yes, no string) string {
	found := map[string]string{}
	for pair := range strings.SplitSeq(strings.ToLower(text), ",") {
		category, value, _ := strings.Cut(pair, "=")
		category, value = strings.TrimSpace(category), strings.TrimSpace(value)
		if category != "" && (value == no || value == yes && found[category] != no) {
			found[category] = value
		}
	}
	var pairs []string
	for category, value := range found {
		pairs = append(pairs, category+"="+value)
	}
	return joinSorted(pairs)
}
