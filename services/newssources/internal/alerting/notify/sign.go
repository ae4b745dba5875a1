package notify

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"strconv"
	"strings"
	"time"
)

const (
	secretPrefix = "whsec_"
	secretBytes  = 32 // as long as the hash
	hintLength   = 4  // characters of the secret that are shown, so that people can tell two secrets apart
)

// newSecret returns a secret for the signatures of a webhook, and the end of it.
func newSecret() (secret, hint string) {
	key := make([]byte, secretBytes)
	_, _ = rand.Read(key) // never fails (crypto/rand)
	secret = secretPrefix + base64.StdEncoding.EncodeToString(key)
	return secret, secret[len(secret)-hintLength:]
}

// sign returns the value of the header webhook-signature (Standard Webhooks): a signature of the
// id, the time and the body for each secret, separated by spaces.
func sign(secrets []string, id string, at time.Time, body []byte) string {
	var signatures []string
	for _, secret := range secrets {
		key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, secretPrefix))
		if err != nil {
			continue
		}
		mac := hmac.New(sha256.New, key)
		mac.Write([]byte(id + "." + strconv.FormatInt(at.Unix(), 10) + "."))
		mac.Write(body)
		signatures = append(signatures, "v1,"+base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	}
	return strings.Join(signatures, " ")
}
