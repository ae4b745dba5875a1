package feed

import (
	"strconv"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/reading/markup"
)

// Warning is a problem of a document. Detail is a text for users.
type Warning struct {
	Code   WarningCode
	Count  int
	Detail string
}

// WarningCode is a stable, machine-readable kind of warning.
type WarningCode string

// LocalDates is the code of dates without a zone.
const LocalDates WarningCode = "local_dates"

// Count returns how often a warning occurred.
func (d *Document) Count(code WarningCode) int {
	for _, w := range d.Warnings {
		if w.Code == code {
			return w.Count
		}
	}
	return 0
}

type warning int

// The first warnings are the faults of the markup.
const (
	warnTypes warning = warning(markup.FaultCount) + iota
	warnNoItems
	warnEmptyItems
	warnItemsCapped
	warnItemsBetween
	warnSitemapsCapped
	warnNoDates
	warnBadDates
	warnLocalDates
	warnFutureDates
	warnNoLinks
	warnBadLinks
	warnLongLinks
	warnDuplicates
	warnSharedGUIDs
	warnSharedLinks
	warnComments
	warningCount
)

// warningTable has the codes and texts of the warnings, and whether they mean that the document has
// errors. The text for many has a # in place of the number.
var warningTable = [warningCount]struct {
	code      WarningCode
	recovered bool
	one, many string
}{
	markup.CutOff: {"cut_off", true, "The document is cut off; the part before the end was read.", ""},
	markup.Malformed: {"malformed", true, "The markup is malformed in 1 place.",
		"The markup is malformed in # places."},
	markup.BareAmpersand: {"bare_ampersands", true, `1 "&" is not escaped as "&amp;".`,
		`# "&" are not escaped as "&amp;".`},
	markup.HTMLEntity: {"html_entities", true, "1 entity is defined in HTML but not in XML.",
		"# entities are defined in HTML but not in XML."},
	markup.UnknownEntity: {"unknown_entities", true, "1 entity is unknown and was kept as text.",
		"# entities are unknown and were kept as text."},
	markup.BadCharacter: {"bad_characters", true, "1 character is invalid in the document's encoding.",
		"# characters are invalid in the document's encoding."},
	markup.WrongCharset: {"wrong_charset", true, "The document is not in the encoding that it declares; the encoding " +
		"was detected from its bytes.", ""},
	markup.NoCharset: {"no_charset", true, "The document declares no known encoding and is not UTF-8; it was read " +
		"as Windows-1252. Set the encoding if letters look wrong.", ""},
	markup.GuessedCharset: {"guessed_charset", true, "The document is not UTF-8 and declares no encoding that fits; the " +
		"encoding was guessed from its letters. Set the encoding if letters look wrong.", ""},
	markup.LeadingGarbage: {"leading_garbage", true, "There is text before the start of the document.", ""},
	markup.IgnoredDTD:     {"dtd_ignored", false, "Declarations of the document type were ignored.", ""},
	markup.TooDeep:        {"too_deep", true, "Elements are nested too deeply; the innermost were skipped.", ""},
	warnTypes: {"wrong_types", true, "1 value does not have the type that JSON Feed requires.",
		"# values do not have the types that JSON Feed requires."},
	warnNoItems: {"no_items", false, "There are no items.", ""},
	warnEmptyItems: {"empty_items", false, "1 item has neither title nor link nor id and was skipped.",
		"# items have neither title nor link nor id and were skipped."},
	warnItemsCapped: {"items_capped", false, "1 item above the limit was left out.",
		"# items above the limit were left out; the newest were kept."},
	warnItemsBetween: {"items_between", false, "1 item above the limit was left out. Nothing tells which items are the " +
		"newest, so the first and the last were kept.",
		"# items above the limit were left out. Nothing tells which items are the newest, so the first and the last were kept."},
	warnSitemapsCapped: {"sitemaps_capped", false, "1 sitemap above the limit was left out.",
		"# sitemaps above the limit were left out; the newest were kept."},
	warnNoDates:  {"no_dates", false, "1 item has no date.", "# items have no date."},
	warnBadDates: {"bad_dates", false, "1 date could not be read.", "# dates could not be read."},
	warnLocalDates: {LocalDates, false, "1 date has no time zone; the default zone was used.",
		"# dates have no time zone; the default zone was used."},
	warnFutureDates: {"future_dates", false,
		"1 date is more than 24 hours in the future and was set to 24 hours from now.",
		"# dates are more than 24 hours in the future and were set to 24 hours from now."},
	warnNoLinks: {"no_links", false, "1 item has no link.", "# items have no link."},
	warnBadLinks: {"bad_links", false, "1 link is not a web address and was removed.",
		"# links are not web addresses and were removed."},
	warnLongLinks: {"long_links", false, "1 link is longer than 2,048 characters and was removed.",
		"# links are longer than 2,048 characters and were removed."},
	warnDuplicates: {"duplicates", false, "1 item appears more than once.", "# items appear more than once."},
	warnSharedGUIDs: {"shared_guids", false, "1 item has the same ID as another item but a different link. Set “Item " +
		"recognition” to “ID and link” to keep both.", "# items have the same IDs as other items but different links. Set " +
		"“Item recognition” to “ID and link” to keep all."},
	warnSharedLinks: {"shared_links", false, "1 item has the same link as another item but a different title. Set “Item " +
		"recognition” to “Link and title” to keep both.", "# items have the same links as other items but different " +
		"titles. Set “Item recognition” to “Link and title” to keep all."},
	warnComments: {"comments", false, "These are comments on articles, not articles.", ""},
}

// warn counts n warnings.
func (p *parser) warn(w warning, n int) { p.counts[w] += n }

// warnings returns the warnings in the order of the table.
func (p *parser) warnings() (list []Warning, recovered bool) {
	for w, n := range p.counts {
		if n == 0 {
			continue
		}
		row := warningTable[w]
		recovered = recovered || row.recovered
		list = append(list, Warning{Code: row.code, Count: n, Detail: sentence(row.one, row.many, n)})
	}
	return list, recovered
}

func sentence(one, many string, n int) string {
	if n == 1 || many == "" {
		return one
	}
	return strings.Replace(many, "#", strconv.Itoa(n), 1)
}
