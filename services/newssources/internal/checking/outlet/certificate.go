package outlet

import (
	"slices"
	"strings"

	"github.com/newsources/newsources/services/newssources/internal/platform/textkey"
	"github.com/newsources/newsources/services/newssources/internal/platform/weburl"
	"github.com/newsources/newsources/services/newssources/internal/reading/fetch"
)

// certificatePointsOther is low, because a certificate also changes with the hosting of the same outlet.
const certificatePointsOther = 0.5

// CertificateNames returns the names in the certificate of a response, without the domain of the response: the
// organization to which it was issued, and the other registrable domains for which it is
// valid, such as those of papers of the same publisher. A certificate for one verified domain has none.
func CertificateNames(r *fetch.Result) (names []string) {
	responseDomain := weburl.DomainOf(r.FinalURL)
	for _, host := range r.Certificate.Hosts {
		address, err := weburl.Parse("https://" + strings.TrimPrefix(host, "*.") + "/")
		if err == nil && address.RegistrableDomain() != responseDomain {
			names = addFirst(names, maxCertificateNames, address.RegistrableDomain())
		}
	}
	slices.Sort(names)
	// The names are shown with commas between them.
	owner := strings.ReplaceAll(strings.ToLower(r.Certificate.Owner), ",", "")
	owner = textkey.Cut(strings.Join(strings.Fields(owner), " "), maxTitleRunes)
	if owner == "" {
		return names
	}
	return append([]string{owner}, names...)
}

// certificatePoints compares the names of two certificates. A certificate without names counts 0 points.
func certificatePoints(before, after []string) float64 {
	switch {
	case len(before) == 0 || len(after) == 0:
		return 0
	case shareOf(after, before) > 0:
		return -certificatePointsOther
	}
	return certificatePointsOther
}
