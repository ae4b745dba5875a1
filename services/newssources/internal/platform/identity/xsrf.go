package identity

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/newsources/newsources/services/newssources/internal/platform/problem"
)

// The names of the cookie and the header are part of the API.
const (
	XSRFCookie = "XSRF-TOKEN"
	XSRFHeader = "X-XSRF-TOKEN"
)

const (
	// xsrfMaxAge is the lifetime of an anti-forgery token: the default maximum age of a sign-in.
	xsrfMaxAge = 24 * time.Hour
	// xsrfClockSkew is the maximum difference between the clocks of replicas.
	xsrfClockSkew = time.Minute

	minSecret  = 32 // bytes; the security level of HMAC-SHA256
	nonceSize  = 16
	issuedSize = 8
	xsrfSize   = nonceSize + issuedSize + sha256.Size
)

// XSRF issues and checks the anti-forgery token: a nonce, the time of issue, and an HMAC over both
// and the session's sub and auth_time. A token of another session is therefore invalid.
type XSRF struct {
	secret []byte
	secure bool
	now    func() time.Time
}

// NewXSRF returns an XSRF with a secret, which must be the same in all replicas. The cookie is
// Secure in production only, because browsers refuse Secure cookies from a cluster without TLS, and
// Safari also from http://localhost.
func NewXSRF(secret []byte, production bool) (*XSRF, error) {
	if len(secret) < minSecret {
		return nil, fmt.Errorf("XSRF_SECRET has %d bytes and needs at least %d: create one with openssl rand -hex 32",
			len(secret), minSecret)
	}
	return &XSRF{secret: secret, secure: production, now: time.Now}, nil
}

// Issue returns a new cookie for the person's session. It is not HttpOnly, because the app's
// scripts read it.
func (x *XSRF) Issue(p Person) *http.Cookie {
	token := make([]byte, nonceSize+issuedSize, xsrfSize)
	_, _ = rand.Read(token[:nonceSize]) // never fails (crypto/rand)
	binary.BigEndian.PutUint64(token[nonceSize:], uint64(x.now().Unix()))
	token = append(token, x.sign(token, p)...)
	return &http.Cookie{
		Name:     XSRFCookie,
		Value:    base64.RawURLEncoding.EncodeToString(token),
		Path:     "/",
		MaxAge:   int(xsrfMaxAge.Seconds()),
		Secure:   x.secure,
		SameSite: http.SameSiteStrictMode,
	}
}

// Check returns an xsrf_missing or xsrf_invalid problem (403) unless the header equals the cookie
// and both belong to the person's session.
func (x *XSRF) Check(r *http.Request, p Person) error {
	header := r.Header.Get(XSRFHeader)
	cookies := r.CookiesNamed(XSRFCookie)
	if header == "" || len(cookies) == 0 {
		return problem.New(problem.XSRFMissing, "The value of the cookie %s must be sent in the header %s. Reload the page.",
			XSRFCookie, XSRFHeader)
	}
	err := errors.New("the header differs from the cookie")
	// A sibling host can set a second cookie of this name, which must not hide the valid one.
	for _, cookie := range cookies {
		if subtle.ConstantTimeCompare([]byte(header), []byte(cookie.Value)) == 1 {
			err = x.verify(header, p)
		}
	}
	if err != nil {
		return problem.Wrap(err, problem.XSRFInvalid, "The anti-forgery token belongs to another session or has expired. "+
			"Reload "+
			"the page; you stay signed in.")
	}
	return nil
}

func (x *XSRF) verify(value string, p Person) error {
	token, err := base64.RawURLEncoding.Strict().DecodeString(value)
	if err != nil || len(token) != xsrfSize {
		return errors.New("the token is malformed")
	}
	signed, mac := token[:nonceSize+issuedSize], token[nonceSize+issuedSize:]
	if !hmac.Equal(mac, x.sign(signed, p)) {
		return errors.New("the token belongs to another session or was modified")
	}
	issued := time.Unix(int64(binary.BigEndian.Uint64(signed[nonceSize:])), 0)
	if age := x.now().Sub(issued); age > xsrfMaxAge || age < -xsrfClockSkew {
		return fmt.Errorf("the token was issued at %s", issued.UTC().Format(time.RFC3339))
	}
	return nil
}

// sign returns the HMAC over the token and the session. All parts before the UID have a fixed
// length, so the input is unambiguous.
func (x *XSRF) sign(nonceAndIssued []byte, p Person) []byte {
	mac := hmac.New(sha256.New, x.secret)
	mac.Write([]byte("newsources anti-forgery 1\x00"))
	mac.Write(nonceAndIssued)
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(p.AuthTime.Unix())))
	mac.Write([]byte(p.UID))
	return mac.Sum(nil)
}
