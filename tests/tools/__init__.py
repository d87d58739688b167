"""Programs that measure the product or attack it. README.md in this folder says what each is for."""
