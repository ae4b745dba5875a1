package source

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/codes"
	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/register/tag"
)

// Maximum lengths of texts in characters and of lists in values, as in openapi.yaml.
const (
	maxName        = 200
	maxSection     = 100
	maxOwner       = 200
	maxPauseReason = 500
	maxRightsNote  = 2000
	maxNotes       = 10000
	maxReason      = 500
	maxTag         = 60
	maxLanguages   = 20
)

const unknownLanguage = "“%s” is not a language code. Use BCP 47, such as es or pt-BR."

var subdivisionCode = regexp.MustCompile(`^[A-Z]{2}-[A-Z0-9]{1,3}$`) // ISO 3166-2

// Validate normalizes the details to their stored form. The error lists all invalid fields.
func (d *Details) Validate() error {
	_, err := d.normalize(time.Now())
	return err
}

// CheckRightsNote returns a problem if a member lifts “forbidden” without a reason: a new note on rights, which
// the history records together with the rights.
func (d *Details) CheckRightsNote(before Details) error {
	var wrong problem.Fields
	isLifted := before.Rights == RightsForbidden && d.Rights != RightsForbidden
	reason := textkey.FoldLetters(d.RightsNote)
	if isLifted && (reason == "" || reason == textkey.FoldLetters(before.RightsNote)) {
		wrong.Add("/rights_note", "required", "Enter a new note: the reason why the rights are no longer forbidden.")
	}
	return wrong.Err()
}

// normalize converts the details to their stored form, and returns their outlet. The error lists
// all invalid fields.
func (d *Details) normalize(now time.Time) (Outlet, error) {
	var wrong problem.Fields
	d.normalizeFields(&wrong, now)
	d.normalizeTags(&wrong)
	outlet := d.normalizeHomepage(&wrong)
	return outlet, wrong.Err()
}

// normalizeFields normalizes all fields but the homepage and the tags.
func (d *Details) normalizeFields(wrong *problem.Fields, now time.Time) {
	d.Name = line{"/name", "a name", maxName, true}.normalize(wrong, weburl.HideCredentials(d.Name))
	d.Owner = line{"/owner", "an owner", maxOwner, false}.normalize(wrong, d.Owner)
	d.PauseReason = normalizeMultiline(wrong, "/pause_reason", d.PauseReason, maxPauseReason)
	d.RightsNote = normalizeMultiline(wrong, "/rights_note", d.RightsNote, maxRightsNote)
	d.Notes = normalizeMultiline(wrong, "/notes", d.Notes, maxNotes)
	d.Paywall = cmp.Or(d.Paywall, PaywallUnknown)
	d.Rights = cmp.Or(d.Rights, RightsUnknown)
	checkOneOf(wrong, "/lifecycle", cmp.Or(d.Lifecycle, Active), lifecycles)
	checkOneOf(wrong, "/media_type", d.MediaType, mediaTypes)
	checkOneOf(wrong, "/scope", d.Scope, scopes)
	checkOneOf(wrong, "/paywall", d.Paywall, paywalls)
	checkOneOf(wrong, "/rights", d.Rights, rights)
	if d.Tier != nil && (*d.Tier < 1 || *d.Tier > 5) {
		wrong.Add("/tier", "range", "Enter a tier from 1 (most important) to 5.")
	}
	d.normalizePlace(wrong)
	d.normalizeLanguages(wrong)
	d.normalizeAliases(wrong)
	d.normalizePause(wrong, now)
}

// normalizeHomepage normalizes the homepage and returns its outlet.
func (d *Details) normalizeHomepage(wrong *problem.Fields) (outlet Outlet) {
	address, err := weburl.Parse(weburl.Clean(d.HomepageURL))
	if err != nil {
		wrong.AddWithSuggestion("/homepage_url", "address", weburl.Suggest(d.HomepageURL), addressError(err))
		return outlet
	}
	d.HomepageURL = address.String()
	outlet.Domain, outlet.PathPrefix = weburl.Outlet(address)
	return outlet
}

func (d *Details) normalizePlace(wrong *problem.Fields) {
	d.Country = strings.ToUpper(strings.TrimSpace(d.Country))
	d.Region = strings.ToUpper(strings.TrimSpace(d.Region))
	if d.Country != "" && !codes.IsCountry(d.Country) {
		wrong.Add("/country", "country", "“%s” is not a country code. Use two letters (ISO 3166-1), such as ES or BR.",
			d.Country)
	}
	switch {
	case d.Region == "":
	case !subdivisionCode.MatchString(d.Region):
		wrong.Add("/region", "region", "“%s” is not a region code. Use ISO 3166-2, such as ES-CT.", d.Region)
	case d.Country == "":
		wrong.Add("/region", "region", "The region %s requires the country %s.", d.Region, d.Region[:2])
	case d.Region[:2] != d.Country:
		wrong.Add("/region", "region", "The region %s is not in the country %s.", d.Region, d.Country)
	}
}

func (d *Details) normalizeLanguages(wrong *problem.Fields) {
	list := []string{}
	for i, entered := range d.Languages {
		code, ok := codes.CanonicalLanguage(entered)
		if !ok {
			wrong.Add(fmt.Sprintf("/languages/%d", i), "language", unknownLanguage, entered)
		} else if !slices.Contains(list, code) {
			list = append(list, code)
		}
	}
	if len(list) > maxLanguages {
		wrong.Add("/languages", "too_many", "A source can have at most %d languages.", maxLanguages)
	}
	d.Languages = list
}

func (d *Details) normalizeTags(wrong *problem.Fields) {
	list, seen := []string{}, map[string]bool{}
	for i, entered := range d.Tags {
		name := line{fmt.Sprintf("/tags/%d", i), "a tag", maxTag, true}.normalize(wrong, entered)
		if key := textkey.TagKey(name); name != "" && !seen[key] {
			seen[key], list = true, append(list, name)
		}
	}
	if len(list) > tag.Max {
		wrong.Add("/tags", "too_many", "A source can have at most %d tags.", tag.Max)
	}
	tag.Sort(list)
	d.Tags = list
}

func (d *Details) normalizePause(wrong *problem.Fields, now time.Time) {
	if d.Lifecycle != Paused && d.Lifecycle != Archived { // an archived source may have been paused before
		d.PausedUntil, d.PauseReason = nil, ""
		return
	}
	if d.PausedUntil != nil {
		until := d.PausedUntil.UTC().Truncate(time.Second)
		d.PausedUntil = &until
		if d.Lifecycle == Paused && !until.After(now) {
			wrong.Add("/paused_until", "past", "The end of the pause is in the past. Enter a later time.")
		}
	}
}
